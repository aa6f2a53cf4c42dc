// A reporter for `npm run check`: what failed, in a file that is printed at the very end, and how to run it again.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

type Failure = Readonly<{ message: string; stack?: string | undefined }>;

export default class FailedTests implements Reporter {
  private root = '';
  private seed = 0;

  onInit({ config }: Vitest): void {
    this.root = config.root;
    this.seed = config.sequence.seed;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failure[]): void {
    const file = process.env.DOCS_FAILED_TESTS;
    const lines = [...modules.flatMap((one) => this.failedIn(one)), ...unhandled.map(firstLine)];
    if (file === undefined || lines.length === 0) return;
    writeFileSync(
      file,
      [...lines, `run again in the same order: --sequence.seed ${this.seed}`, ''].join('\n'),
    );
  }

  private failedIn(testModule: TestModule): string[] {
    const path = relative(this.root, testModule.moduleId);
    const tests = [...testModule.children.allTests('failed')];
    // A file that cannot be loaded, or a hook that fails: no test tells it.
    const around = [testModule, ...testModule.children.allSuites()].flatMap((one) => one.errors());
    return [
      ...around.map((error) => `${path}: ${firstLine(error)}`),
      ...tests.map((test) => `${path} > ${test.fullName}: ${why(test)}`),
    ];
  }
}

const why = (test: TestCase): string => (test.result().errors ?? []).map(firstLine)[0] ?? 'failed';

const firstLine = ({ message }: Failure): string => message.split('\n')[0]?.slice(0, 300) ?? '';
