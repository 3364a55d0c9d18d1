import { test } from '@japa/runner'
import { type RuleConditions, testOf } from '#app/reconciliation/rules/bank_rule'

const anything: RuleConditions = {
  text: null,
  pattern: null,
  sign: null,
  minMinor: null,
  maxMinor: null,
  iban: null,
}

test.group('Conditions of bank rules', () => {
  const line = { normText: 'comision mantenimiento cuenta', amountMinor: -1_250, counterpartyIban: null }

  test('all of them must hold', ({ assert }) => {
    const holds = (conditions: Partial<RuleConditions>) => testOf({ ...anything, ...conditions })(line)

    assert.isTrue(holds({ text: 'Comisión', sign: 'out', minMinor: 1_000, maxMinor: 1_250 }))
    assert.isFalse(holds({ text: 'Comisión', sign: 'in' }))
    assert.isFalse(holds({ text: 'Comisión', minMinor: 1_251 }))
    assert.isFalse(holds({ text: 'Comisión', maxMinor: 1_249 }))
    assert.isFalse(holds({ iban: 'ES9121000418450200051332' }))
    assert.isFalse(holds({ pattern: '^mantenimiento' }))
  })
})
