export { listed } from './listed.ts';
export { maskKey } from './mask-key.ts';
export { maskUrls } from './mask-urls.ts';
export { money, priceText } from './money.ts';
export { ago, count, duration } from './numbers.ts';
export { cleanText, isSafe, oneLine, plain, spellOut } from './safe-text.ts';
export { tokens, windowText } from './window-text.ts';
