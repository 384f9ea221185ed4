/** What to do about mistakes that many make. */
package org.plegma.kernel.cures;
