package org.plegma.ijava;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.magic.MagicTranspiler;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Puts a filter before the object by which a kernel built on jjava-jupyter turns a cell's magics into Java.
 *
 * <p>Its class is {@code MagicParser} up to 1.0-a6 and {@code MagicsResolver} from 1.0-a7 on, and no interface is above
 * them. So a subclass of the one that is there is made at run time.
 */
final class CellFilter {
    private static final List<String> CLASSES = List.of("MagicsResolver", "MagicParser");
    private static final String FILTER = Type.getDescriptor(UnaryOperator.class);

    private final Reflection.Place place;
    private final Object original;
    private final Method method;

    private CellFilter(Reflection.Place place, Object original, Method method) {
        this.place = place;
        this.original = original;
        this.method = method;
    }

    /** Finds the object in a kernel; empty if the kernel has none of a known form. */
    static Optional<CellFilter> of(BaseKernel kernel) {
        for (String name : CLASSES) {
            try {
                Class<?> type = Class.forName(
                        MagicTranspiler.class.getPackageName() + "." + name, false, BaseKernel.class.getClassLoader());
                Optional<Reflection.Place> place = Reflection.find(kernel, type);
                Optional<Method> method = Arrays.stream(type.getDeclaredMethods())
                        .filter(CellFilter::takesAndGivesText)
                        .findFirst();
                if (place.isPresent() && method.isPresent()) {
                    return Optional.of(new CellFilter(place.get(), place.get().get(), method.get()));
                }
            } catch (ClassNotFoundException | LinkageError absent) {
                continue; // of another version
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e); // find() made it accessible
            }
        }
        return Optional.empty();
    }

    private static boolean takesAndGivesText(Method method) {
        return Modifier.isPublic(method.getModifiers())
                && method.getReturnType() == String.class
                && Arrays.equals(method.getParameterTypes(), new Class<?>[] {String.class});
    }

    /** What the kernel would have done with a cell. */
    String original(String cell) {
        return String.valueOf(invoke(() -> method.invoke(original, cell)));
    }

    /** Puts a filter in the place of the original. */
    void install(UnaryOperator<String> filter) {
        invoke(() -> {
            Class<?> made = MethodHandles.lookup()
                    .defineHiddenClass(subclass(method), true)
                    .lookupClass();
            Constructor<?> constructor = made.getDeclaredConstructor(UnaryOperator.class, MagicTranspiler.class);
            place.set(constructor.newInstance(filter, new MagicTranspiler()));
            return null;
        });
    }

    /** Puts the original back. */
    void remove() {
        invoke(() -> {
            place.set(original);
            return null;
        });
    }

    private interface Action {
        @Nullable
        Object run() throws ReflectiveOperationException;
    }

    private static @Nullable Object invoke(Action action) {
        try {
            return action.run();
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This version of the kernel is not known to Plegma: " + e, e);
        }
    }

    /** A subclass with a constructor (filter, transpiler), whose method asks the filter. */
    private static byte[] subclass(Method method) {
        String name = Type.getInternalName(CellFilter.class) + "Made";
        String parent = Type.getInternalName(method.getDeclaringClass());
        ClassWriter made = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        made.visit(Opcodes.V17, Opcodes.ACC_FINAL, name, null, parent, null);
        made.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "filter", FILTER, null, null)
                .visitEnd();

        String transpiler = Type.getDescriptor(MagicTranspiler.class);
        MethodVisitor constructor = made.visitMethod(0, "<init>", "(" + FILTER + transpiler + ")V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitLdcInsn("%");
        constructor.visitLdcInsn("%%");
        constructor.visitVarInsn(Opcodes.ALOAD, 2);
        constructor.visitMethodInsn(
                Opcodes.INVOKESPECIAL,
                parent,
                "<init>",
                "(Ljava/lang/String;Ljava/lang/String;" + transpiler + ")V",
                false);
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitVarInsn(Opcodes.ALOAD, 1);
        constructor.visitFieldInsn(Opcodes.PUTFIELD, name, "filter", FILTER);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();

        MethodVisitor ask =
                made.visitMethod(Opcodes.ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, null);
        ask.visitCode();
        ask.visitVarInsn(Opcodes.ALOAD, 0);
        ask.visitFieldInsn(Opcodes.GETFIELD, name, "filter", FILTER);
        ask.visitVarInsn(Opcodes.ALOAD, 1);
        ask.visitMethodInsn(
                Opcodes.INVOKEINTERFACE,
                Type.getInternalName(UnaryOperator.class),
                "apply",
                "(Ljava/lang/Object;)Ljava/lang/Object;",
                true);
        ask.visitTypeInsn(Opcodes.CHECKCAST, "java/lang/String");
        ask.visitInsn(Opcodes.ARETURN);
        ask.visitMaxs(0, 0);
        ask.visitEnd();
        made.visitEnd();
        return made.toByteArray();
    }
}
