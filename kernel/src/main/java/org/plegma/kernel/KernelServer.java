package org.plegma.kernel;

import com.google.gson.JsonObject;
import java.security.GeneralSecurityException;
import java.util.function.Function;
import org.dflib.jjava.jupyter.kernel.KernelConnectionProperties;
import org.plegma.kernel.protocol.IoPub;
import org.plegma.kernel.protocol.RequestLoop;
import org.plegma.kernel.protocol.StdinChannel;
import org.plegma.kernel.protocol.Wire;
import org.plegma.magics.Host;
import org.plegma.magics.MagicEngine;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** The five channels of a kernel, bound to the address of its connection file, each served by a thread of its own. */
final class KernelServer {
    private final ZContext context = new ZContext();
    private final KernelConnectionProperties connection;
    private final PlegmaKernel kernel;
    private final CellOutput output;
    private final CellInput input;

    KernelServer(KernelConnectionProperties connection, Function<Host, MagicEngine> magics)
            throws GeneralSecurityException {
        this.connection = connection;
        Wire wire = new Wire(connection.createHMACGenerator());
        IoPub ioPub = new IoPub(bind(SocketType.PUB, connection.getIopubPort()), wire);
        output = new CellOutput(ioPub);
        input = new CellInput(new StdinChannel(bind(SocketType.ROUTER, connection.getStdinPort()), wire), output);
        kernel = new PlegmaKernel(output, input, ioPub, magics);
        startHeartbeat(bind(SocketType.REP, connection.getHbPort()));
        ioPub.status(new JsonObject(), "starting");
        ZMQ.Socket control = bind(SocketType.ROUTER, connection.getControlPort());
        ZMQ.Socket shell = bind(SocketType.ROUTER, connection.getShellPort());
        new RequestLoop("plegma-control", control, wire, ioPub, kernel.control());
        new RequestLoop("plegma-shell", shell, wire, ioPub, kernel.shell());
    }

    PlegmaKernel kernel() {
        return kernel;
    }

    CellOutput output() {
        return output;
    }

    CellInput input() {
        return input;
    }

    /** No limit on waiting messages: at a limit, ZeroMQ drops them in silence. */
    private ZMQ.Socket bind(SocketType type, int port) {
        ZMQ.Socket socket = context.createSocket(type);
        socket.setSndHWM(0);
        socket.setRcvHWM(0);
        socket.setLinger(0);
        socket.bind(connection.getTransport() + "://" + connection.getIp() + ":" + port);
        return socket;
    }

    private static void startHeartbeat(ZMQ.Socket socket) {
        Thread thread = new Thread(() -> ZMQ.proxy(socket, socket, null), "plegma-heartbeat");
        thread.setDaemon(true);
        thread.start();
    }
}
