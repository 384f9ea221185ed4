package org.plegma.magics.libraries;

import eu.maveniverse.maven.mima.context.Context;
import eu.maveniverse.maven.mima.context.ContextOverrides;
import eu.maveniverse.maven.mima.context.Runtimes;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.aether.DefaultRepositoryCache;
import org.eclipse.aether.DefaultRepositorySystemSession;
import org.eclipse.aether.RepositoryException;
import org.eclipse.aether.RepositorySystemSession;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.repository.RemoteRepository;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResolutionException;
import org.eclipse.aether.resolution.VersionRangeRequest;
import org.eclipse.aether.resolution.VersionRangeResolutionException;
import org.eclipse.aether.transfer.AbstractTransferListener;
import org.eclipse.aether.transfer.ArtifactTransferException;
import org.eclipse.aether.transfer.MetadataTransferException;
import org.eclipse.aether.transfer.TransferEvent;
import org.eclipse.aether.transfer.TransferListener;
import org.eclipse.aether.util.artifact.JavaScopes;
import org.eclipse.aether.util.filter.DependencyFilterUtils;
import org.eclipse.aether.util.repository.SimpleArtifactDescriptorPolicy;
import org.eclipse.aether.version.Version;
import org.jspecify.annotations.Nullable;
import org.plegma.device.source.CacheFolder;
import org.plegma.magics.MagicException;
import org.plegma.measure.progress.Progress;
import org.plegma.process.UserHome;

/** Libraries fetched from Maven repositories for one notebook, and which of them it has. */
final class MavenLibraries implements AutoCloseable {
    private final ContextOverrides overrides;
    private final Set<String> urls = new LinkedHashSet<>();
    private final Map<String, String> versions = new LinkedHashMap<>();
    private @Nullable Context context;

    /** With the user's settings and local repository; where none can be, as in many a container, with one in the cache folder. */
    MavenLibraries() {
        this(overrides(UserHome.path().resolve(".m2"), CacheFolder.path().resolve("m2")));
    }

    /** @param instead the local repository where the user can have no folder for Maven */
    static ContextOverrides overrides(Path folder, Path instead) {
        ContextOverrides.Builder overrides = ContextOverrides.create().withUserSettings(true);
        try {
            Files.createDirectories(folder);
            return overrides.build();
        } catch (IOException cannot) {
            return overrides.withLocalRepositoryOverride(instead).build();
        }
    }

    MavenLibraries(ContextOverrides overrides) {
        this.overrides = overrides;
    }

    /**
     * What a resolution brought.
     *
     * @param added new jars by their coordinates
     * @param conflicts coordinates that were wanted and not added, with the ones that the notebook has instead
     */
    record Resolution(Map<String, Path> added, Map<String, String> conflicts) {}

    /** Adds repositories, which from now on come before the others. */
    void lookInto(List<String> addresses) {
        urls.addAll(addresses);
    }

    /**
     * Finds libraries with all that they need at run time. Looks into the local repository first; only what is not there
     * is asked for over the network.
     *
     * @param coordinates {@code group:artifact[:extension[:classifier]]:version}
     * @throws MagicException with the reason, if something is not found or not reachable
     */
    Resolution resolve(List<String> coordinates, boolean offline) {
        List<RemoteRepository> repositories = new ArrayList<>();
        for (String url : urls) {
            repositories.add(
                    new RemoteRepository.Builder("plegma-" + Integer.toHexString(url.hashCode()), "default", url)
                            .build());
        }
        repositories.addAll(context().remoteRepositories());
        List<Artifact> wanted = coordinates.stream()
                .map(text -> artifact(text, repositories, offline))
                .toList();
        boolean moving = wanted.stream().anyMatch(Artifact::isSnapshot);
        List<ArtifactResult> found;
        try {
            found = resolve(wanted, repositories, session(true));
            if (moving && !offline) {
                found = resolveOnline(wanted, repositories);
            }
        } catch (DependencyResolutionException notLocal) {
            if (offline) {
                throw explain(notLocal, repositories, true);
            }
            try {
                found = resolveOnline(wanted, repositories);
            } catch (DependencyResolutionException e) {
                throw explain(e, repositories, false);
            }
        }
        return register(found);
    }

    private Context context() {
        if (context == null) {
            context = Runtimes.INSTANCE.getRuntime().create(overrides);
        }
        return context;
    }

    /** A session that remembers nothing of earlier ones, such as that a file was not there when it was offline. */
    private DefaultRepositorySystemSession session(boolean offline) {
        DefaultRepositorySystemSession session =
                new DefaultRepositorySystemSession(context().repositorySystemSession());
        session.setCache(new DefaultRepositoryCache());
        if (offline) {
            session.setOffline(true);
            // Online, a missing description means no dependencies; offline it means that they are not known.
            session.setArtifactDescriptorPolicy(new SimpleArtifactDescriptorPolicy(false, false));
        }
        return session;
    }

    private List<ArtifactResult> resolveOnline(List<Artifact> wanted, List<RemoteRepository> repositories)
            throws DependencyResolutionException {
        try (Progress progress = Progress.start("Fetching " + wanted.get(0).getArtifactId(), 0)) {
            DefaultRepositorySystemSession session = session(false);
            session.setTransferListener(listener(progress));
            return resolve(wanted, repositories, session);
        }
    }

    private static TransferListener listener(Progress progress) {
        return new AbstractTransferListener() {
            @Override
            public void transferStarted(TransferEvent event) {
                progress.note(new File(event.getResource().getResourceName()).getName());
            }

            @Override
            public void transferSucceeded(TransferEvent event) {
                progress.step();
            }
        };
    }

    private List<ArtifactResult> resolve(
            List<Artifact> wanted, List<RemoteRepository> repositories, RepositorySystemSession session)
            throws DependencyResolutionException {
        CollectRequest collect = new CollectRequest();
        context()
                .repositorySystem()
                .newResolutionRepositories(session, repositories)
                .forEach(collect::addRepository);
        wanted.forEach(artifact -> collect.addDependency(new Dependency(artifact, JavaScopes.RUNTIME)));
        DependencyRequest request =
                new DependencyRequest(collect, DependencyFilterUtils.classpathFilter(JavaScopes.RUNTIME));
        return context()
                .repositorySystem()
                .resolveDependencies(session, request)
                .getArtifactResults();
    }

    private Artifact artifact(String text, List<RemoteRepository> repositories, boolean offline) {
        String[] parts = text.split(":", -1);
        boolean blank = text.isBlank() || List.of(parts).stream().anyMatch(String::isBlank);
        if (parts.length == 2 && !blank) {
            throw new MagicException("The version of " + text + " is missing."
                    + newest(text, repositories, offline)
                            .map(version -> " The newest release is " + text + ":" + version + ".")
                            .orElse(" Write group:artifact:version."));
        }
        if (parts.length < 3 || parts.length > 5 || blank) {
            throw new MagicException("'" + text + "' does not name a library. Write group:artifact:version, for example"
                    + " org.apache.commons:commons-math3:3.6.1.");
        }
        return new DefaultArtifact(text);
    }

    private Optional<String> newest(String groupAndArtifact, List<RemoteRepository> repositories, boolean offline) {
        VersionRangeRequest request =
                new VersionRangeRequest(new DefaultArtifact(groupAndArtifact + ":[0,)"), repositories, null);
        try {
            List<Version> all = context()
                    .repositorySystem()
                    .resolveVersionRange(session(offline), request)
                    .getVersions();
            List<String> releases = all.stream()
                    .map(Version::toString)
                    .filter(version -> !version.matches("(?i).*(alpha|beta|rc|snapshot|-m\\d|\\.m\\d).*"))
                    .toList();
            return releases.isEmpty() ? Optional.empty() : Optional.of(releases.get(releases.size() - 1));
        } catch (VersionRangeResolutionException e) {
            return Optional.empty();
        }
    }

    private Resolution register(List<ArtifactResult> found) {
        Map<String, Path> added = new LinkedHashMap<>();
        Map<String, String> conflicts = new LinkedHashMap<>();
        for (ArtifactResult result : found) {
            Artifact artifact = result.getArtifact();
            String key = artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getExtension() + ":"
                    + artifact.getClassifier();
            String name = artifact.toString().replace(":jar:", ":");
            String present = versions.putIfAbsent(key, name);
            if (present == null) {
                added.put(name, artifact.getFile().toPath());
            } else if (!present.equals(name)) {
                conflicts.put(name, present);
            }
        }
        return new Resolution(added, conflicts);
    }

    private static MagicException explain(
            DependencyResolutionException e, List<RemoteRepository> repositories, boolean offline) {
        String missing = missing(e);
        String places = String.join(
                ", ", repositories.stream().map(RemoteRepository::getId).toList());
        Throwable unreachable = unreachable(e);
        if (offline) {
            return new MagicException(missing + " is not in the local repository. Leave --offline out to fetch it.", e);
        }
        if (unreachable != null) {
            return new MagicException(
                    missing + " could not be fetched: " + reason(unreachable) + ". "
                            + (deepest(unreachable) instanceof FileSystemException
                                    ? "Maven's local repository needs a folder with room that you may write to:"
                                            + " <localRepository> in settings.xml names another."
                                    : "Check the network, or set a mirror or proxy in settings.xml of Maven;"
                                            + " what the local repository holds needs no network."),
                    e);
        }
        return new MagicException(
                missing + " was not found in " + places
                        + ". Check group, artifact and version, or name its repository by" + " --repo URL.",
                e);
    }

    private static String missing(DependencyResolutionException e) {
        if (e.getResult() != null) {
            List<String> names = e.getResult().getArtifactResults().stream()
                    .filter(result -> !result.isResolved())
                    .map(result -> result.getRequest().getArtifact().toString().replace(":jar:", ":"))
                    .toList();
            if (!names.isEmpty()) {
                return String.join(", ", names);
            }
        }
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof ArtifactTransferException transfer && transfer.getArtifact() != null) {
                return transfer.getArtifact().toString().replace(":jar:", ":").replace(":pom:", ":");
            }
        }
        return "The library";
    }

    /** What kept a repository from being asked, as against its answer that it has no such file. */
    private static @Nullable Throwable unreachable(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            boolean transfer = cause instanceof ArtifactTransferException || cause instanceof MetadataTransferException;
            boolean answered = cause.getClass().getSimpleName().endsWith("NotFoundException");
            if (transfer && !answered) {
                return cause;
            }
        }
        return null;
    }

    private static Throwable deepest(Throwable e) {
        Throwable deepest = e;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest;
    }

    private static @Nullable String reason(Throwable e) {
        Throwable deepest = deepest(e);
        return deepest instanceof RepositoryException ? deepest.getMessage() : deepest.toString();
    }

    @Override
    public void close() {
        if (context != null) {
            context.close();
        }
    }
}
