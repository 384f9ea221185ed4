/**
 * Stencils on a device: a formula of {@link org.plegma.expr} becomes OpenCL C, and a plan runs its steps.
 *
 * <p>{@link org.plegma.stencil.Stencil} is the formula. {@link org.plegma.stencil.BoundStencil} is the formula with a session,
 * a boundary, a type and parameters. {@link org.plegma.stencil.plan.StencilPlan} is all that with a shape, its kernels and its
 * arrays on the device. {@code State} holds for each field its time levels and one more to write into, which change places
 * after each step. Everything is tested against {@link org.plegma.expr.Evaluator}.
 *
 * <p><b>Rooms.</b> Here is what users see. Each room uses those before it: {@code code} writes a cell, {@code method} has what
 * all methods share, {@code tile} the pieces of a grid, {@code plan} what runs. The rooms below {@code method} are the methods;
 * no other room names them. {@code source} checks a user's own source, {@code choice} chooses for {@code auto}.
 *
 * <p><b>From formula to code.</b> {@code UniformParts} takes out what is the same in every cell: numbers become literals, and
 * the host computes once what depends on parameters. {@code CellCode} writes two functions for one cell: {@code interior},
 * without a test, for cells whose reads all lie in the grid, and {@code edge}, right for any cell of any grid, which folds each
 * index as the boundary says. {@code ClPrinter} writes expressions.
 *
 * <p><b>Methods.</b> A {@code StepMethod} is a way to compute steps and answers for itself: code, refusals, expected costs, rounds.
 * {@code MethodCatalogue} lists them. A {@link org.plegma.stencil.method.Method} is one of them with its number of steps.
 *
 * <p><b>One step a launch.</b> {@code DirectGpu} and {@code DirectCpu} put a loop around the cell: vectors of cells that stream
 * along the first axis, or explicit vectors in boxes that fit the cache. {@code DirectMethod} chooses the launch sizes. Wide and
 * dense stencils in 3-D go through {@code PartialSums}, whose planes come by a {@code PlaneFeed}: through registers, by
 * asynchronous copies, or by such copies into a ring.
 *
 * <p><b>Several steps a launch.</b> {@code ComposedMethod} multiplies steps out to a wider stencil. {@code BlockedStepsMethod} takes
 * several steps on chip: on CPUs by {@code CpuWindow}, on GPUs by {@code BlockedSums} where a stencil is linear, of radius 1
 * and of one field, else by {@code BlockedWindow}, else by {@code Tiles}. {@code FrequencyMethod} does k steps by transforms:
 * {@code FrequencyForm} is the step as a matrix of taps, {@code FrequencyStage} holds the powers of its spectrum,
 * {@code FrequencyGrid} says along which axes a mirror image makes the grid periodic, and {@code EdgeStrips} steps what lies near
 * other edges. A method whose kernel is right in the interior only adds the launches of a {@code Rim}.
 *
 * <p><b>A run.</b> {@code Rounds} shares out the steps. What a plan runs is a {@code Round}, of launches ({@code CompiledStage}) or of
 * transforms. Steps that the method leaves over are done by it with fewer steps. On NVIDIA's GPUs a long run of single steps goes through
 * copies of the fields with {@code PaddedRows}, where vectors do not divide rows that end in a number or with fixed cells.
 *
 * <p><b>The choice of {@code auto}.</b> {@code MethodChoice} asks the chooser of {@code tune.choice} for what was measured on this
 * device for this formula, type, boundary and size class, then for the defaults that come with Plegma. {@code MethodRanking} orders all
 * methods by the {@code CostModel}. What should take far less than direct steps is taken untimed on NVIDIA's GPUs; if the run is long
 * enough, {@code MethodTrials} times the best few, each after its values agree with those of {@code direct}. {@code RepeatedRuns} counts
 * runs that are too short for all of this. {@code Explanation} tells of it.
 *
 * <p><b>Several devices.</b> {@code SlabPlan} cuts the grid along its first axis, and each device runs a {@code StencilPlan} on its
 * slab and ghost planes. The room {@code slabs} has the cut and the exchange of planes.
 *
 * <p><b>A user's own source</b> goes through {@code SourceCheck}: a child process, {@code SourceTrial}, compares it with the
 * evaluator on small grids before a plan compiles it.
 */
package org.plegma.stencil;
