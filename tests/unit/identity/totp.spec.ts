import { test } from '@japa/runner'
import { Secret, TOTP } from 'otpauth'
import { lockMinutes, minutesUntil } from '#app/identity/lockout'
import {
  currentCode,
  looksLikeClockDrift,
  matchingStep,
  newTotpSecret,
  stepOf,
  totpUri,
} from '#app/identity/totp'

/** RFC 6238, appendix B: the secret «12345678901234567890» with SHA-1; the last six of the eight digits. */
const SECRET = Secret.fromLatin1('12345678901234567890').base32
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

const at = (seconds: number) => new Date(seconds * 1000)
const NOW = at(1_800_000_015)
const codeOfStep = (delta: number) => currentCode(SECRET, new Date(NOW.getTime() + delta * 30_000))

test.group('One-time codes', () => {
  for (const [seconds, code] of VECTORS) {
    test(`the code at second ${seconds} is the one of RFC 6238`, ({ assert }) => {
      assert.equal(currentCode(SECRET, at(seconds)), code)
      assert.equal(matchingStep(SECRET, code, at(seconds)), Math.floor(seconds / 30))
    })
  }

  test('the code of the step before and of the step after is accepted, with its own step', ({ assert }) => {
    assert.equal(matchingStep(SECRET, codeOfStep(-1), NOW), stepOf(NOW) - 1)
    assert.equal(matchingStep(SECRET, codeOfStep(0), NOW), stepOf(NOW))
    assert.equal(matchingStep(SECRET, codeOfStep(1), NOW), stepOf(NOW) + 1)
  })

  test('the code of two steps before or after is refused', ({ assert }) => {
    assert.isNull(matchingStep(SECRET, codeOfStep(-2), NOW))
    assert.isNull(matchingStep(SECRET, codeOfStep(2), NOW))
  })

  test('a code of up to ten steps ago looks like a clock that is off, an older one does not', ({
    assert,
  }) => {
    assert.isTrue(looksLikeClockDrift(SECRET, codeOfStep(-10), NOW))
    assert.isTrue(looksLikeClockDrift(SECRET, codeOfStep(10), NOW))
    assert.isFalse(looksLikeClockDrift(SECRET, codeOfStep(-11), NOW))
  })

  test('a secret has twenty random bytes and its address says so to the authenticator', ({ assert }) => {
    const secret = newTotpSecret()
    const uri = new URL(totpUri(secret, 'ana@ejemplo.es'))

    assert.equal(Secret.fromBase32(secret).bytes.length, 20)
    assert.notEqual(newTotpSecret(), secret)
    assert.equal(uri.protocol, 'otpauth:')
    assert.equal(decodeURIComponent(uri.pathname), '/Caudal:ana@ejemplo.es')
    assert.equal(uri.searchParams.get('secret'), secret)
    assert.equal(uri.searchParams.get('issuer'), 'Caudal')
    assert.equal(uri.searchParams.get('digits'), '6')
    assert.equal(uri.searchParams.get('period'), '30')
  })

  test('another authenticator makes the same code from the secret', ({ assert }) => {
    const secret = newTotpSecret()
    const other = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' })

    assert.equal(currentCode(secret, NOW), other.generate({ timestamp: NOW.getTime() }))
  })
})

test.group('Lockout', () => {
  test('the first lock lasts 15 minutes, then 30, then 60 at most', ({ assert }) => {
    assert.deepEqual([0, 1, 2, 3, 9].map(lockMinutes), [15, 30, 60, 60, 60])
  })

  test('minutes to wait are rounded up and never less than one', ({ assert }) => {
    assert.equal(minutesUntil(at(61), at(0)), 2)
    assert.equal(minutesUntil(at(1), at(0)), 1)
    assert.equal(minutesUntil(at(900), at(0)), 15)
  })
})
