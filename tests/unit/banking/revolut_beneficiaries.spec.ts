import { test } from '@japa/runner'
import type { WantedBeneficiary } from '#app/banking/bank_provider'
import { revolutBeneficiaries } from '#app/banking/providers/revolut/beneficiaries'
import { revolut } from '#app/banking/providers/revolut/provider'
import { NoAnswer } from '#app/connectors/client/provider_client'
import { type RevolutStage, revolutStage } from '#tests/factories/revolut'

const IBAN = 'ES9121000418450200051332'

const wanted = (more: Partial<WantedBeneficiary> = {}): WantedBeneficiary => ({
  currency: 'EUR',
  country: 'ES',
  kind: 'business',
  name: 'Carpintería Núñez SL',
  email: null,
  values: { iban: 'ES91 2100 0418 4502 0005 1332' },
  ...more,
})

const create = (stage: RevolutStage, beneficiary: WantedBeneficiary) => {
  const { client, connection } = stage.open()
  return revolutBeneficiaries.create(connection, client, beneficiary)
}

test.group('Counterparties of Revolut', () => {
  test('each account of a counterparty can be paid, its number masked', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { client, connection } = stage.open()
    const all = await revolutBeneficiaries.list(connection, client)
    const dollars = all.find(({ currency }) => currency === 'USD')

    assert.lengthOf(all, 12)
    assert.match(dollars?.account ?? '', /^•••• \d{4}$/)
    assert.match(dollars?.details['Número de cuenta'] ?? '', /^•••• \d{4}$/)
    assert.isTrue(all.every(({ status, isTrusted }) => status === 'active' && isTrusted))
  })

  test('what is asked for depends on the country and on how the money goes', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { client, connection } = stage.open()
    const keys = async (question: Partial<WantedBeneficiary> & { currency: string }) => {
      const { kinds } = await revolutBeneficiaries.form(connection, client, { country: null, ...question })
      return kinds.map(({ code, fields }) => [code, fields.map(({ key }) => key).join(' ')])
    }
    const { kinds } = await revolutBeneficiaries.form(connection, client, { currency: 'USD', country: 'US' })
    const route = kinds[0]?.fields.find(({ key }) => key === 'route')

    assert.deepEqual(await keys({ currency: 'EUR' }), [
      ['business', 'iban bic'],
      ['personal', 'iban bic'],
    ])
    assert.match(
      String((await keys({ currency: 'USD', kind: 'business' }))[0]),
      /route routing_number account_no address\.street_line1/
    )
    assert.match(
      String((await keys({ currency: 'USD', kind: 'business', values: { route: 'swift' } }))[0]),
      /route bic/
    )
    assert.deepInclude(route, { kind: 'select', changesOthers: true, label: 'Vía de pago' })
    assert.isNotEmpty(await keys({ currency: 'JPY' }))
    assert.isEmpty(await keys({ currency: 'EUR', country: 'US' }))
  })

  test('somebody new is made once, however often and however badly it is asked', async ({
    assert,
    cleanup,
  }) => {
    const stage = await revolutStage({ cleanup })
    stage.standIn.faults.plan('counterparties.create', 'timeout_after')
    const lost = await create(stage, wanted()).catch((error: unknown) => error)
    const made = await create(stage, wanted())
    const again = await create(stage, wanted())
    const same = stage.standIn.state().counterparties.filter(({ accounts: [one] = [] }) => one?.iban === IBAN)

    assert.instanceOf(lost, NoAnswer)
    assert.deepInclude(made.kind === 'made' ? made.beneficiary : null, { iban: IBAN, account: '•••• 1332' })
    assert.deepEqual(again, made)
    assert.lengthOf(same, 1)
  })

  test('members of members and people by first and last name reach Revolut', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const values = {
      route: 'ach',
      routing_number: '021000021',
      account_no: '123 456 789',
      'address.street_line1': '1 Main St',
      'address.city': 'Boston',
      'address.postcode': '02108',
      'address.country': 'US',
      'address.street_line2': '',
    }
    const person = wanted({ currency: 'USD', country: 'US', kind: 'personal', name: 'Jane van Doe', values })
    const made = await create(stage, person)
    const [kept] = stage.standIn.state().counterparties.slice(-1)

    assert.equal(made.kind, 'made')
    assert.equal(kept?.name, 'Jane van Doe')
    assert.deepInclude(kept?.accounts?.[0], {
      account_no: '123456789',
      address: { street_line1: '1 Main St', city: 'Boston', postcode: '02108', country: 'US' },
    })
  })

  test('a refusal stands beside the field that it is about', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const refused = await create(stage, wanted({ values: { iban: 'ES00 1234 5678', bic: '' } }))

    assert.equal(refused.kind, 'refused')
    if (refused.kind === 'refused') assert.deepEqual(Object.keys(refused.fieldErrors), ['iban'])
  })

  test('one that is removed is gone', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { client, connection } = stage.open()
    const [first] = await revolutBeneficiaries.list(connection, client)
    await revolutBeneficiaries.remove?.(connection, client, first?.externalId ?? '')

    assert.lengthOf(await revolutBeneficiaries.list(connection, client), 11)
  })

  test('reasons of transfers are told by country and currency, in Spanish', async ({ assert, cleanup }) => {
    const stage = await revolutStage({ cleanup })
    const { client, connection } = stage.open()
    const purposes = (await revolut.purposes?.(connection, client)) ?? []

    assert.deepInclude(purposes, { country: 'IN', currency: 'INR', code: 'goods', title: 'Mercancías' })
    assert.deepEqual(
      purposes.filter(({ code }) => code === 'services').map(({ country, title }) => [country, title]),
      [
        ['IN', 'Servicios'],
        ['MX', 'Servicios'],
      ]
    )
  })
})
