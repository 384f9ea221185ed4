# JupyterLab with the kernel on PoCL: docker build -t plegma . && docker run -p 8888:8888 plegma
FROM debian:12-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends maven openjdk-17-jdk-headless \
    && rm -rf /var/lib/apt/lists/*
COPY . /plegma
WORKDIR /plegma
RUN mvn -B -q -pl kernel -am -DskipTests package

FROM debian:12-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        fontconfig fonts-dejavu-core ocl-icd-libopencl1 openjdk-17-jdk-headless pocl-opencl-icd \
        jupyter-nbconvert jupyter-notebook python3-nbclient python3-pip \
    && rm -rf /var/lib/apt/lists/* \
    && pip install --no-cache-dir --break-system-packages 'ipywidgets>=8' \
    && useradd --create-home --uid 1000 plegma
COPY --from=build /plegma/kernel/target/plegma.jar /usr/local/lib/plegma/plegma.jar
RUN java -jar /usr/local/lib/plegma/plegma.jar install --in-place --prefix /usr/local
COPY --chown=1000:1000 notebooks /home/plegma/notebooks
COPY --chown=1000:1000 datasets /home/plegma/datasets
USER plegma
WORKDIR /home/plegma/notebooks
EXPOSE 8888
CMD ["jupyter", "notebook", "--ip=0.0.0.0", "--no-browser"]
