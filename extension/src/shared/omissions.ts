// Rules that did not run: their silence must not be taken for agreement.
import type { FindingsResult } from '../generated/protocol.js';

type Omission = NonNullable<FindingsResult['omissions']>[number];

export function omissionText({ rules, why }: Omission): string {
  return `Not checked: ${rules.join(', ')} (${why}).`;
}
