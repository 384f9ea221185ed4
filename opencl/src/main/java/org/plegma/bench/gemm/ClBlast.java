package org.plegma.bench.gemm;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plegma.array.ElementType;
import org.plegma.device.Device;
import org.plegma.device.Event;
import org.plegma.device.Interop;
import org.plegma.gemm.host.OpenBlas;
import org.plegma.gemm.method.GemmMethod;
import org.plegma.gemm.product.Epilogue;
import org.plegma.gemm.product.Matrix;
import org.plegma.gemm.product.Product;
import org.plegma.gemm.product.ProductWorkshop;

/**
 * CLBlast through {@code org.jocl:jocl-blast}, to compare with: {@code plegma bench gemm --with-clblast}. No product gets it
 * unasked. The binding is looked up by name, as it is on the class path of benches only, and not part of plegma.jar.
 */
final class ClBlast implements GemmMethod {
    private static final int ROW_MAJOR = 101;
    private static final int NOT_TRANSPOSED = 111;

    private final Method floatProduct;
    private final Method doubleProduct;

    private ClBlast(Class<?> binding) throws ReflectiveOperationException {
        floatProduct = routine(binding, "CLBlastSgemm");
        doubleProduct = routine(binding, "CLBlastDgemm");
        binding.getMethod("setExceptionsEnabled", boolean.class).invoke(null, true);
    }

    private static Method routine(Class<?> binding, String name) throws NoSuchMethodException {
        return Arrays.stream(binding.getMethods())
                .filter(method -> method.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException(binding + " has no " + name + "."));
    }

    /**
     * CLBlast if it is on the class path.
     *
     * @throws UnsupportedOperationException if it is, and cannot be loaded
     */
    static Optional<ClBlast> find() {
        try {
            return Optional.of(new ClBlast(Class.forName("org.jocl.blast.CLBlast")));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new UnsupportedOperationException("CLBlast is on the class path and cannot be loaded: " + e, e);
        }
    }

    @Override
    public String name() {
        return "clblast";
    }

    @Override
    public String description() {
        return "CLBlast, the tuned BLAS for OpenCL, with the parameters that it has for the device.";
    }

    @Override
    public Optional<String> refusal(Device device, Product product) {
        if (product.count() > 1
                || !product.c().isSame(product.d())
                || !product.epilogue().equals(Epilogue.NONE)) {
            return Optional.of("it has neither batches, nor a result apart from C, nor layers");
        }
        return product.k() == 0
                ? Optional.of("it has no sums without terms")
                : GemmMethod.super.refusal(device, product);
    }

    @Override
    public List<Event> run(ProductWorkshop workshop, Product product) {
        boolean single = product.type() == ElementType.FLOAT;
        Matrix a = product.a();
        Matrix b = product.b();
        Matrix d = product.d();
        Object bufferA = Interop.buffer(a.data());
        Object bufferB = Interop.buffer(b.data());
        Object bufferD = Interop.buffer(d.data());
        return List.of(Interop.enqueue(workshop.session().compute(), name(), queue -> {
            call(
                    single ? floatProduct : doubleProduct,
                    ROW_MAJOR,
                    NOT_TRANSPOSED + product.opA().ordinal(),
                    NOT_TRANSPOSED + product.opB().ordinal(),
                    product.m(),
                    product.n(),
                    product.k(),
                    OpenBlas.scalar(product.alpha(), single),
                    bufferA,
                    a.offset(),
                    a.leading(),
                    bufferB,
                    b.offset(),
                    b.leading(),
                    OpenBlas.scalar(product.beta(), single),
                    bufferD,
                    d.offset(),
                    d.leading(),
                    queue,
                    null);
        }));
    }

    private static void call(Method method, @Nullable Object... arguments) {
        try {
            method.invoke(null, arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("CLBlast: " + e.getTargetException().getMessage(), e.getTargetException());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
