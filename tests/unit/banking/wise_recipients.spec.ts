import { test } from '@japa/runner'
import { recipientOfIban, wiseBeneficiaries } from '#app/banking/providers/wise/beneficiaries'
import { playWise } from '#tests/factories/wise'

const GBP = {
  currency: 'GBP',
  country: null,
  kind: 'sort_code',
  name: 'Harbour Foods Ltd',
  email: null,
  values: {
    'details.legalType': 'BUSINESS',
    'details.sortCode': '040075',
    'details.accountNumber': '12345678',
  },
}

test.group('Recipients of Wise', () => {
  test('the form follows the currency, in Spanish, and what was chosen brings further fields', async ({
    assert,
    cleanup,
  }) => {
    const { connection, client, close } = await playWise()
    cleanup(close)
    const gbp = await wiseBeneficiaries.form(connection, client, { currency: 'GBP', country: null })
    assert.deepEqual(
      gbp.kinds.map(({ code }) => code),
      ['sort_code', 'iban']
    )
    const [first] = gbp.kinds
    assert.deepEqual(first?.fields.map(({ key, label }) => [key, label]).slice(0, 2), [
      ['details.legalType', 'Tipo de beneficiario'],
      ['details.sortCode', 'Código de sucursal (sort code)'],
    ])
    assert.deepEqual(
      first?.fields[0]?.options.map(({ label }) => label),
      ['Persona', 'Empresa']
    )

    const keysOf = async (values?: Record<string, string>) => {
      const form = await wiseBeneficiaries.form(connection, client, {
        currency: 'USD',
        country: null,
        ...(values ? { kind: 'aba', values } : {}),
      })
      return form.kinds[0]?.fields.map(({ key }) => key) ?? []
    }
    assert.notInclude(await keysOf(), 'details.address.state')
    assert.include(await keysOf({ 'details.address.country': 'US' }), 'details.address.state')
  })

  test('one that is made is listed with its numbers masked, and made once', async ({ assert, cleanup }) => {
    const { connection, client, state, close } = await playWise()
    cleanup(close)
    const before = state.recipients.length
    const made = await wiseBeneficiaries.create(connection, client, GBP)
    const again = await wiseBeneficiaries.create(connection, client, GBP)
    assert.equal(made.kind, 'made')
    assert.deepEqual(again, made)
    assert.lengthOf(state.recipients, before + 1)
    const listed = (await wiseBeneficiaries.list(connection, client)).find(({ name }) => name === GBP.name)
    assert.containsSubset(listed, {
      currency: 'GBP',
      account: '•••• 5678',
      isTrusted: false,
      status: 'active',
    })
    assert.notInclude(JSON.stringify(listed?.details), '12345678')
  })

  test('what Wise refuses is said at its field', async ({ assert, cleanup }) => {
    const { connection, client, close } = await playWise()
    cleanup(close)
    const values = { ...GBP.values, 'details.sortCode': '1' }
    const refused = await wiseBeneficiaries.create(connection, client, { ...GBP, name: 'X', values })
    if (refused.kind !== 'refused') return assert.fail('It is refused')
    assert.sameMembers(Object.keys(refused.fieldErrors), ['details.sortCode', 'name'])
  })

  test('one that is deleted at Wise gives way to another with its account, and is made anew once where there is none', async ({
    assert,
    cleanup,
  }) => {
    const { connection, client, state, recipient, close } = await playWise()
    cleanup(close)
    const first = recipient('EUR')
    const payee = { name: first.name, iban: String(first.details.IBAN), bic: null }
    const second = { ...first, id: 80_000_000 }
    state.recipients.push(second)
    const before = state.recipients.length
    const find = () => recipientOfIban(connection, client, payee)
    assert.equal(await find(), first.id)

    first.isActive = false
    assert.deepEqual([await find(), await find()], [second.id, second.id])
    assert.lengthOf(state.recipients, before)

    second.isActive = false
    const made = await find()
    assert.deepEqual([await find(), await find()], [made, made])
    assert.lengthOf(state.recipients, before + 1)
  })

  test('every recipient is listed, however many pages there are; a removed one is not', async ({
    assert,
    cleanup,
  }) => {
    const { connection, client, state, close } = await playWise()
    cleanup(close)
    const [model] = state.recipients
    if (!model) return assert.fail('There is one')
    for (let n = 0; n < 65; n++)
      state.recipients.push({ ...model, id: 80_000_000 + n, name: `Proveedor ${n}` })
    await wiseBeneficiaries.remove?.(connection, client, '80000010')

    const listed = await wiseBeneficiaries.list(connection, client)

    assert.lengthOf(listed, state.recipients.length - 1)
    assert.lengthOf([...new Set(listed.map(({ externalId }) => externalId))], listed.length)
  })
})
