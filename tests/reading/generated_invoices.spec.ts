import { test } from '@japa/runner'
import { isValidIban } from '#app/kernel/identifiers/iban'
import { isValidSpanishTaxId } from '#app/kernel/identifiers/tax_id'
import { checkTaxNumber } from '#app/kernel/identifiers/tax_number_check'
import { halfOf, layoutPlans } from '../../bench/invoice_documents/layouts.js'
import { makeInvoice } from '../../bench/invoice_documents/make_invoice.js'
import { Random } from '../../bench/invoice_documents/random.js'
import { makeSupplier } from '../../bench/invoice_documents/supplier.js'

const invoicesOf = (seed: string) =>
  layoutPlans().map((plan) => {
    const supplier = makeSupplier(
      new Random(`${seed}:${plan.id}:supplier`),
      plan.language,
      plan.trade,
      plan.flags
    )
    return makeInvoice(new Random(`${seed}:${plan.id}`), supplier)
  })

/** The judge of the reader must be beyond doubt itself. */
test.group('Facturas generadas', () => {
  test('the sums of every invoice hold to the cent: seed {$self}')
    .with(['uno', 'dos', 'tres', 'cuatro', 'cinco'])
    .run(({ assert }, seed) => {
      for (const invoice of invoicesOf(seed)) {
        const sum = (list: { amount: number }[]) => list.reduce((total, { amount }) => total + amount, 0)
        const lines = sum(invoice.lines)
        const isIncluded = invoice.documentType === 'simplified'
        const main = invoice.taxes.filter(({ type }) => type !== 'RE')

        assert.equal(sum(invoice.taxes), invoice.taxTotal)
        assert.equal(
          main.reduce((total, { base }) => total + base, 0),
          invoice.taxBase
        )
        assert.equal(
          isIncluded ? invoice.taxBase + invoice.taxTotal : invoice.taxBase + (invoice.discount?.amount ?? 0),
          lines
        )
        assert.equal(
          invoice.taxBase + invoice.taxTotal - (invoice.withholding?.amount ?? 0) + sum(invoice.suplidos),
          invoice.total
        )
        for (const { base, rate, amount } of invoice.taxes)
          assert.approximately(amount, (base * rate) / 100, isIncluded ? 1 : 0.5001)
      }
    })

  test('tax numbers and accounts have their check digits right', ({ assert }) => {
    for (const { issuer, customer, ibans } of invoicesOf('controles')) {
      assert.isTrue(isValidSpanishTaxId(customer.taxId), customer.taxId)
      if (issuer.country === 'ES') assert.isTrue(isValidSpanishTaxId(issuer.taxId), issuer.taxId)
      else assert.notEqual(checkTaxNumber(issuer.taxId.replaceAll(/[^A-Z0-9]/g, '')), 'invalid', issuer.taxId)
      for (const iban of ibans) assert.isTrue(isValidIban(iban), iban)
    }
  })

  test('the same seed gives the same invoices, another seed others', ({ assert }) => {
    assert.deepEqual(invoicesOf('a'), invoicesOf('a'))
    assert.notDeepEqual(invoicesOf('a'), invoicesOf('b'))
  })

  test('half of the layouts are held back, the same ones every time', ({ assert }) => {
    const plans = layoutPlans()
    const held = plans.filter(({ id }) => halfOf('x')(id) === 'held_back')

    assert.isAtLeast(plans.length, 80)
    assert.equal(held.length, Math.floor(plans.length / 2))
    assert.deepEqual(
      held,
      plans.filter(({ id }) => halfOf('x')(id) === 'held_back')
    )
  })
})
