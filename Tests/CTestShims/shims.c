/* Test-only C: filled by the pty harness. */
