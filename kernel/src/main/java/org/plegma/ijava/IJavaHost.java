package org.plegma.ijava;

import io.github.spencerpark.jupyter.kernel.BaseKernel;
import io.github.spencerpark.jupyter.kernel.display.DisplayData;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;

/** The notebook of a stock IJava. */
final class IJavaHost extends ForeignHost {
    private final BaseKernel kernel;

    IJavaHost(BaseKernel kernel) {
        super(kernel);
        this.kernel = kernel;
    }

    /** By a method of IJava's kernel that its base class lacks: it gives the value as it is, not as text. */
    @Override
    Object evaluateRaw(String source) throws Exception {
        return Reflection.call(kernel, "evalRaw", String.class, source);
    }

    @Override
    void show(MimeBundle bundle, @Nullable String displayId) {
        DisplayData data = data(bundle);
        if (displayId != null) {
            data.setDisplayId(displayId);
        }
        kernel.display(data);
    }

    @Override
    public void update(MimeBundle bundle, String displayId) {
        kernel.getIO().display.updateDisplay(displayId, data(bundle));
    }

    static DisplayData data(MimeBundle bundle) {
        DisplayData data = new DisplayData();
        bundle.data().forEach(data::putData);
        bundle.metadata().forEach(data::putMetaData);
        return data;
    }
}
