import { plain } from '@modelrack/text';
import type { Choice } from '../terminal/questions.ts';
import type { Context } from '../world/context.ts';
import { planPage, type PlanPage } from './plan-page.ts';
import { printDiffs } from './print-diffs.ts';

/** Shows the page, and asks the last question until the answer is neither "show me" nor a wish for the page. */
export async function agreeToPlan<Other>(
  context: Context,
  page: PlanPage,
  others: readonly Choice<Other>[],
): Promise<boolean | Other> {
  const { err } = context.world;
  err.write(plain(await planPage(context, page)));
  const { select } = await import('../terminal/questions.ts');
  for (;;) {
    const answer = await select<boolean | Other | typeof diff>(context, 'Write these changes?', [
      { name: 'yes', value: true },
      { name: 'show the diff', value: diff },
      ...others,
      { name: 'no, change nothing', value: false, short: 'no' },
    ]);
    if (answer !== diff) return answer;
    await printDiffs(context, page.tools, (text) => void err.write(text));
  }
}

const diff = Symbol('diff');
