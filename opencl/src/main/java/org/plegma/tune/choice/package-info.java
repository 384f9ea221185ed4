/**
 * Chooses among methods that compute the same thing, for all families. A family's {@code Contest} tells of one problem which
 * methods there are and what each should take; the {@code Chooser} goes from what this process remembers to what was measured
 * here, what comes with Plegma, what is expected, and trials. The {@code Choice} explains itself. A {@code ChoiceKey} is what
 * the tuning store finds it by.
 */
package org.plegma.tune.choice;
