import { ENGLISH, type MessageKey } from './messages.js';

/** Keys of the optional fields' texts, for when those are not loaded. */
const OPTIONAL_KEY =
  /^(test_card|accepted_brands$|card_number_not_accepted$|(network|action)_|label_optional$|(label_|placeholder_)?(email|phone|postal_code|country|amount|address|city|region)(_|$))/;

export function isMessageKey(key: string, optional?: object): key is MessageKey {
  return Object.hasOwn(ENGLISH, key) || (optional ? Object.hasOwn(optional, key) : OPTIONAL_KEY.test(key));
}

const PLACEHOLDER =
  /^\{(amount|reference|time|wait|brands?|last_digits|max_length|label|(min|max)_amount|(expiry|phone|amount|postal_code)_example)\}$/;

export function unknownPlaceholder(text: string): string | undefined {
  return text.match(/\{\w+\}/g)?.find((name) => !PLACEHOLDER.test(name));
}
