package org.plegma.device.isolated;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jocl.CL;

/**
 * The program of the process that kernels run in: does the steps of each message and answers the launches. It and what it uses
 * need no library but JOCL.
 */
final class LaunchServer {
    private LaunchServer() {}

    /** @param arguments the socket, the places of platform and device, the process that this one must not outlive */
    public static void main(String[] arguments) throws IOException {
        Path socket = Path.of(arguments[0]);
        DevicePlace place = new DevicePlace(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
        endWith(Long.parseLong(arguments[3]), Objects.requireNonNull(socket.getParent()));
        CL.setExceptionsEnabled(false);
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.connect(UnixDomainSocketAddress.of(socket));
            DataInputStream in = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel)));
            LaunchDevice device = new LaunchDevice(place);
            while (true) {
                LaunchOutcome outcome = nextLaunch(in, device);
                ByteArrayOutputStream answer = new ByteArrayOutputStream();
                LaunchMessage.write(new DataOutputStream(answer), outcome);
                channel.write(ByteBuffer.wrap(answer.toByteArray()));
            }
        } catch (EOFException closed) {
            return; // the other process ends this one, or has ended itself
        }
    }

    private static LaunchOutcome nextLaunch(DataInputStream in, LaunchDevice device) throws IOException {
        while (true) {
            switch (LaunchMessage.readStep(in)) {
                case PROGRAM -> device.program(
                        in.readInt(), new LaunchRequest.Source(LaunchMessage.readText(in), LaunchMessage.readText(in)));
                case BLOCK -> device.block(in.readInt(), Path.of(LaunchMessage.readText(in)), in.readLong());
                case FORGET_PROGRAM -> device.forgetProgram(in.readInt());
                case FORGET_BLOCK -> device.forgetBlock(in.readInt());
                case LAUNCH -> {
                    return device.launch(in);
                }
            }
        }
    }

    /** A kernel may run for ever; the process must not, when nobody is there any more to stop it. */
    private static void endWith(long parent, Path folder) {
        Thread watch = new Thread(() -> {
            while (ProcessHandle.current()
                    .parent()
                    .filter(process -> process.pid() == parent)
                    .isPresent()) {
                try {
                    TimeUnit.SECONDS.sleep(1);
                } catch (InterruptedException e) {
                    break;
                }
            }
            SharedFolder.delete(folder);
            Runtime.getRuntime().halt(1);
        });
        watch.start();
    }
}
