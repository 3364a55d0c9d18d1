import { Money, type MoneyValue } from '~/kit/money'
import text from '../document/text.module.css'
import { dueGroups } from '../header/due_fields'
import type { FieldGroup, Places, ReviewField } from '../review/review_field'
import { amountMark } from '../review/review_marks'
import type { ReviewPage } from '../review/review_types'

/** Amounts and the account that is paid: the fields that end an invoice. */
export function amountGroups({ invoice, banks }: ReviewPage, places: Places): FieldGroup[] {
  const { base, vat, surcharge, withholding, supplied, total, worth, fxRate, providerBankId, ibanDetected } =
    invoice
  const amount = (name: string, label: string, value: typeof base, place: string): ReviewField => ({
    name,
    label,
    value: <Money value={value} />,
    mark: amountMark(places.get(place), value.minor),
    places: [place],
    isFigure: true,
  })
  const taxes = { ...vat, minor: vat.minor + surcharge.minor }
  const bank = banks.find((one) => one.id === providerBankId)
  const iban = bank?.iban ?? null
  return [
    {
      editor: 'totals',
      fields: [
        amount('base', 'Base', base, 'taxBase'),
        amount('vat', surcharge.minor === 0 ? 'IVA' : 'IVA y recargo', taxes, 'taxTotal'),
        ...(withholding.minor === 0 ? [] : [amount('withholding', 'Retención', withholding, 'withholding')]),
        ...(supplied.minor === 0 ? [] : [amount('supplied', 'Suplidos', supplied, 'supplied')]),
        amount('total', 'Total', total, 'total'),
        ...(worth ? [worthField(worth, fxRate)] : []),
      ],
    },
    ...dueGroups(invoice, places),
    {
      editor: 'bank',
      fields: [
        {
          name: 'bank',
          label: 'Cuenta de pago',
          value: iban ?? (ibanDetected ? `Sin elegir · impreso ${ibanDetected}` : '–'),
          mark:
            iban !== null && iban === ibanDetected
              ? { kind: 'read', confidence: places.get('providerIban')?.confidence ?? 0 }
              : { kind: 'none' },
          places: ['providerIban'],
        },
      ],
    },
  ]
}

/** What the total is worth in the books of the company. */
const worthField = (worth: MoneyValue, fxRate: string | null): ReviewField => ({
  name: 'worth',
  label: 'Contravalor',
  value: (
    <>
      <Money value={worth} /> <span className={text.quiet}>al cambio {fxRate}</span>
    </>
  ),
  mark: { kind: 'none' },
  places: [],
  isFigure: true,
})
