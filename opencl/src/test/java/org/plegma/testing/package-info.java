/**
 * Helpers for tests of kernels: Java programs in processes of their own, with or without the checking simulator Oclgrind,
 * and offline compilation for AMD devices.
 */
package org.plegma.testing;
