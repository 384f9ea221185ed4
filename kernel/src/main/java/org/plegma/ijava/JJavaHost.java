package org.plegma.ijava;

import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.jspecify.annotations.Nullable;
import org.plegma.display.page.MimeBundle;

/** The notebook of a kernel built on jjava-jupyter. */
final class JJavaHost extends ForeignHost {
    private final BaseKernel kernel;

    JJavaHost(BaseKernel kernel) {
        super(kernel);
        this.kernel = kernel;
    }

    @Override
    Object evaluateRaw(String source) {
        return kernel.evalRaw(source);
    }

    @Override
    void show(MimeBundle bundle, @Nullable String displayId) {
        DisplayData data = data(bundle);
        if (displayId != null) {
            data.putTransientData("display_id", displayId); // setDisplayId() is not the same in all versions
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
