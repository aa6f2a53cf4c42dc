// The words of strace before a program that it disturbs.

/**
 * Lets calls fail: `rename:error=EIO:when=2`. They are counted on all threads and come in no order, so that another run
 * fails at another place.
 */
export const failing = (fault: string): string[] =>
  `-f -qq -o /dev/null -e trace=${fault.replace(/:.*/, '')} -e inject=${fault}`.split(' ');
