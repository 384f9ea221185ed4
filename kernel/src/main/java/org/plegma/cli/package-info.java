/**
 * The command line of {@code plegma.jar}: one picocli command a class.
 *
 * <p>The topmost package: it may use all others.
 */
package org.plegma.cli;
