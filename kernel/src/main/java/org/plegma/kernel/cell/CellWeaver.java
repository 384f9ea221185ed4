package org.plegma.kernel.cell;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes the compiled code of a cell stoppable, and keeps it from ending the kernel: calls of
 * {@link StopSwitch#check()} at the start of methods and before backward jumps, {@link StopSwitch#exit} in place of
 * {@link System#exit} and {@link Runtime#exit}. Neither changes the operand stack, so frames and stack sizes stay as they are.
 */
final class CellWeaver extends ClassVisitor {
    private static final String SWITCH = "org/plegma/kernel/cell/StopSwitch";

    private CellWeaver(ClassVisitor target) {
        super(Opcodes.ASM9, target);
    }

    static byte[] weave(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new CellWeaver(writer), 0);
        return writer.toByteArray();
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor target = super.visitMethod(access, name, descriptor, signature, exceptions);
        return new CheckedMethod(target);
    }

    private static final class CheckedMethod extends MethodVisitor {
        private final Set<Label> passed = new HashSet<>();

        CheckedMethod(MethodVisitor target) {
            super(Opcodes.ASM9, target);
        }

        private void check() {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, SWITCH, "check", "()V", false);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            check();
        }

        @Override
        public void visitLabel(Label label) {
            passed.add(label);
            super.visitLabel(label);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (passed.contains(label)) {
                check();
            }
            super.visitJumpInsn(opcode, label);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            Handle safe = safe(new Handle(Opcodes.H_INVOKEVIRTUAL, owner, name, descriptor, isInterface));
            if (safe.getOwner().equals(SWITCH)) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, SWITCH, name, safe.getDesc(), false);
            } else {
                super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            Object[] safe = arguments.clone();
            for (int i = 0; i < safe.length; i++) {
                if (safe[i] instanceof Handle handle) {
                    safe[i] = safe(handle);
                }
            }
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, safe);
        }

        /** The method that a cell calls instead: its own, but for those that would end the kernel. */
        private static Handle safe(Handle called) {
            if (!called.getName().equals("exit")) {
                return called;
            }
            return switch (called.getOwner()) {
                case "java/lang/System" -> new Handle(Opcodes.H_INVOKESTATIC, SWITCH, "exit", "(I)V", false);
                case "java/lang/Runtime" -> new Handle(
                        Opcodes.H_INVOKESTATIC, SWITCH, "exit", "(Ljava/lang/Runtime;I)V", false);
                default -> called;
            };
        }
    }
}
