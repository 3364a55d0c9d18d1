import { test } from '@japa/runner'
import { missingText } from '#app/loans/http/done'

test.group('What is said of an approval that is not the last', () => {
  test('counts approvals, for a company may ask for more than one', ({ assert }) => {
    const half = { siteId: 1, given: 1, required: 2 }
    const none = { siteId: 2, given: 0, required: 2 }
    const whole = { siteId: 3, given: 1, required: 1 }

    assert.equal(missingText([half, whole]), 'todavía falta una aprobación en una empresa')
    assert.equal(missingText([none, whole]), 'todavía faltan 2 aprobaciones en una empresa')
    assert.equal(missingText([half, none, half]), 'todavía faltan 4 aprobaciones en 3 empresas')
  })
})
