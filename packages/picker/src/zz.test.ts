import { it } from 'vitest';
import { createPicker } from './picker.ts';
import { listedRows, measure } from './testing/measure.ts';
it('x', () => {
  const rows = listedRows();
  const t0 = performance.now();
  const picker = createPicker(rows);
  console.log('build', performance.now() - t0);
  console.log(measure(picker, 'queries.json'));
  const h = measure(picker, 'held-out.json');
  console.log({ ...h, missed: process.env['SHOW'] ? h.missed : h.missed.length });
  console.log(
    picker
      .search('', 16)
      .map((m) => m.row.id)
      .join(' '),
  );
});
