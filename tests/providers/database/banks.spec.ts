import { test } from '@japa/runner'
import { execute, oneRow } from '#app/kernel/database/sql'
import {
  addBank,
  disableBank,
  makeDefaultBank,
  rejectBank,
  verifyBank,
} from '#app/providers/actions/provider_banks'
import { updateProvider } from '#app/providers/actions/update_provider'
import Provider from '#app/providers/models/provider'
import { makeIban } from '#tests/factories/books'
import { makeProvider } from '#tests/factories/documents'
import { makeUser } from '#tests/factories/people'
import { makeBookedInvoice, makeTreasury } from '#tests/factories/sent_payments'

const HOLDER = 'Suministros de prueba'

const lastDiff = (providerId: number, event: string) =>
  oneRow<{ reason: string | null; diff: Record<string, [unknown, unknown]> }>(
    `select reason, diff from audit_events where object_type = 'provider' and object_id = :providerId and event = :event order by id desc limit 1`,
    { providerId, event }
  )

test.group('Bank details of a supplier', () => {
  test('their history says what each was before and after', async ({ assert }) => {
    const [senior, accountant] = [await makeUser('superC0ntab1l1dad'), await makeUser('c0ntab1l1dad')]
    const provider = await makeProvider(senior)
    const iban = makeIban()
    const bankId = await addBank({ providerId: provider.id, iban, holderName: HOLDER }, accountant.actor)
    await verifyBank({ providerId: provider.id, bankId }, 'phone_call', senior.actor)
    await makeDefaultBank({ providerId: provider.id, bankId }, senior.actor)

    const verified = (await lastDiff(provider.id, 'provider_bank.verified')).diff
    const byDefault = (await lastDiff(provider.id, 'provider_bank.default')).diff
    assert.deepEqual(verified.verification, ['unverified', 'verified'])
    assert.deepEqual(verified.verificationMethod, [null, 'phone_call'])
    assert.isNull(verified.payableFrom?.[0])
    assert.deepEqual(byDefault.isDefault, [false, true])
    assert.match(String(byDefault.defaultIban?.[0]), new RegExp(`${provider.iban.slice(-4)}$`))
    assert.match(String(byDefault.defaultIban?.[1]), new RegExp(`${iban.slice(-4)}$`))
  })

  test('rejecting one needs a reason', async ({ assert }) => {
    const senior = await makeUser('superC0ntab1l1dad')
    const { id: providerId, bankId } = await makeProvider(senior)

    await assert.rejects(() => rejectBank({ providerId, bankId }, ' no ', senior.actor), /Indique el motivo/)
    await rejectBank({ providerId, bankId }, 'El banco no la reconoce', senior.actor)

    assert.equal((await lastDiff(providerId, 'provider_bank.rejected')).reason, 'El banco no la reconoce')
  })

  test('outside SEPA an account has its BIC, which comes back with it', async ({ assert }) => {
    const senior = await makeUser('superC0ntab1l1dad')
    const { id: providerId } = await makeProvider(senior)
    const abroad = { providerId, iban: 'TR330006100519786457841326', holderName: HOLDER, isConfirmed: true }
    const bicOf = (id: number) =>
      oneRow<{ bic: string | null }>(`select bic from provider_banks where id = :id`, { id })

    await assert.rejects(() => addBank({ ...abroad, bic: null }, senior.actor), /hace falta el BIC/)
    await assert.rejects(() => addBank({ ...abroad, bic: 'X' }, senior.actor), /El BIC no es válido/)
    const bankId = await addBank({ ...abroad, bic: 'tgbatris' }, senior.actor)
    const kept = await bicOf(bankId)
    await disableBank({ providerId, bankId }, senior.actor)
    await addBank({ ...abroad, bic: 'TGBATRISXXX' }, senior.actor)

    assert.equal(kept.bic, 'TGBATRIS')
    assert.equal((await bicOf(bankId)).bic, 'TGBATRISXXX')
  })

  test('an account of another supplier, or in another name, is kept only when somebody stands by it', async ({
    assert,
  }) => {
    const senior = await makeUser('superC0ntab1l1dad')
    const [owner, provider] = [await makeProvider(senior), await makeProvider(senior)]
    const shared = { providerId: provider.id, iban: owner.iban, holderName: HOLDER }
    const foreign = { providerId: provider.id, iban: makeIban(), holderName: 'Zulema Ortiz Quintana' }

    await assert.rejects(
      () => addBank(shared, senior.actor),
      /Este IBAN ya pertenece a Suministros de prueba/
    )
    await assert.rejects(() => addBank(foreign, senior.actor), /El titular no coincide con la razón social/)

    assert.isNumber(await addBank({ ...shared, isConfirmed: true }, senior.actor))
    assert.isNumber(await addBank({ ...foreign, isConfirmed: true }, senior.actor))
  })

  test('an account in the name of a supplier is its own in any letters', async ({ assert }) => {
    const senior = await makeUser('superC0ntab1l1dad')
    const name = 'Ξενοδοχεία Αιγαίου'
    const provider = await makeProvider(senior)
    await execute(`update providers set legal_name = :name where id = :id`, { name, id: provider.id })

    for (const holderName of [name, 'ΞΕΝΟΔΟΧΕΙΑ ΑΙΓΑΙΟΥ', 'Xenodocheia Aigaiou'])
      assert.isNumber(await addBank({ providerId: provider.id, iban: makeIban(), holderName }, senior.actor))
    await assert.rejects(
      () =>
        addBank({ providerId: provider.id, iban: makeIban(), holderName: 'Αρτοποιία Ήλιος' }, senior.actor),
      /El titular no coincide con la razón social/
    )
  })

  test('a disabled one can be added again, and whoever does so does not verify it', async ({ assert }) => {
    const senior = await makeUser('superC0ntab1l1dad')
    const { id: providerId, bankId, iban } = await makeProvider(senior)
    await disableBank({ providerId, bankId }, senior.actor)

    const again = await addBank({ providerId, iban, holderName: HOLDER }, senior.actor)

    const bank = await oneRow(
      `select verification, disabled_at, verified_by from provider_banks where id = :bankId`,
      { bankId }
    )
    assert.equal(again, bankId)
    assert.deepEqual(bank, { verification: 'unverified', disabledAt: null, verifiedBy: null })
    await assert.rejects(
      () => verifyBank({ providerId, bankId }, 'phone_call', senior.actor),
      /persona distinta/
    )
  })

  test('the account family of a supplier stays while something is owed on it', async ({ assert }) => {
    const treasury = await makeTreasury()
    const invoice = await makeBookedInvoice(treasury, 'C-1')
    const provider = await Provider.findOrFail(treasury.provider.id)
    const change = { ...dataOf(provider), ledgerPrefix: '410' }

    await assert.rejects(
      () => updateProvider(provider.id, change, treasury.person.actor),
      /facturas pendientes de pago/
    )
    await execute(`update invoices set outstanding_minor = 0, payment_state = 'paid' where id = :id`, {
      id: invoice.id,
    })
    await updateProvider(provider.id, change, treasury.person.actor)

    assert.equal((await Provider.findOrFail(provider.id)).ledgerPrefix, '410')
  })
})

function dataOf(provider: Provider): Parameters<typeof updateProvider>[1] {
  return {
    legalName: provider.legalName,
    tradeName: provider.tradeName,
    taxIdType: 'cif',
    taxId: provider.taxId,
    country: provider.country,
    kind: provider.kind,
    ledgerPrefix: provider.ledgerPrefix,
    defaultCategoryId: provider.defaultCategoryId,
    defaultProfileId: provider.defaultProfileId,
    email: provider.email,
    phone: provider.phone,
    address: provider.address,
    postalCode: provider.postalCode,
    city: provider.city,
    siteIdIfGroup: provider.siteIdIfGroup,
    defaultPayerSiteId: provider.defaultPayerSiteId,
    defaultBankAccountId: provider.defaultBankAccountId,
    website: provider.website,
    contactName: provider.contactName,
    vatRegime: provider.vatRegime,
    defaultVatCodeId: provider.defaultVatCodeId,
    defaultWithholdingCodeId: provider.defaultWithholdingCodeId,
    excludedFrom347: provider.excludedFrom347,
    paymentTermsDays: provider.paymentTermsDays,
    paymentDay: provider.paymentDay,
    paymentMethod: provider.paymentMethod,
    notes: provider.notes,
    lockVersion: provider.lockVersion,
  }
}
