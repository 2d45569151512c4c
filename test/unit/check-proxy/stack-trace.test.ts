import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isStackTrace } from '../../../src/check-proxy/leaks.js';

describe('isStackTrace', () => {
  for (const [what, text] of [
    ['of Node', 'TypeError: x is undefined\n    at charge (/srv/app/x.js:1:2)\n    at node:internal/main:3:4'],
    ['of Node, one line of it', 'at foo (/srv/app/x.js:1:2)'],
    ['of Node, in TypeScript', 'at file:///srv/app/pay.ts:10:5'],
    ['of Node, without a file', 'at Array.map (<anonymous>)'],
    ['of Python', 'Traceback (most recent call last):\n  File "/srv/pay.py", line 3, in charge'],
    ['of Python, one line of it', 'File "/srv/pay.py", line 3, in charge'],
    ['of Java', 'java.lang.NullPointerException\n\tat com.shop.Pay.charge(Pay.java:12)'],
    ['of Java, without a file', 'at jdk.internal.Reflect.invoke(Native Method)'],
    ['of .NET', 'at Shop.Pay.Charge() in C:\\srv\\Pay.cs:line 12'],
    ['of PHP', '#0 /var/www/pay.php(12): charge()'],
    ['of PHP, in a warning', 'Undefined index in /var/www/pay.php on line 12'],
    ['of Ruby', "/srv/pay.rb:12:in 'charge'"],
    ['of Go', 'goroutine 1 [running]:\nmain.charge(0x1)\n\t/srv/pay.go:12 +0x1d'],
    ['of Rust', "thread 'main' panicked at src/pay.rs:12:5"],
  ] as const) {
    it(`detects a stack trace ${what}`, () => {
      assert.deepEqual([isStackTrace(text), isStackTrace(JSON.stringify({ message: text }))], [true, true]);
    });
  }

  for (const text of [
    'Declined at 12:30:45 by the bank.',
    'Invalid value at /payment_method/card: expected a string',
    'See https://docs.example/errors.js for more.',
    'at 10:00 (Europe/Berlin)',
    'trace_id 4bf92f3577b34da6',
    'We use Node.js 20 and version 1.2.3',
  ]) {
    it(`detects none in “${text}”`, () => {
      assert.equal(isStackTrace(text), false);
    });
  }
});
