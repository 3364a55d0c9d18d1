import type { ReactNode } from 'react'
import { Day } from '~/kit/day'
import { Money } from '~/kit/money'
import { docTypeLabels } from './doc_types'
import { PartyName } from './party_name'
import { amountMark, markOf, providerMark, siteMark } from './review_marks'
import type { EditorName, ReadPlace, ReviewPage } from './review_types'

export type Mark =
  | { kind: 'read'; confidence: number }
  | { kind: 'person'; label: string }
  | { kind: 'missing'; label: string }
  | { kind: 'none' }

export type ReviewField = {
  name: string
  label: string
  value: ReactNode
  mark: Mark
  /** Names of the places on the document, the decisive one first. */
  places: string[]
  isFigure?: boolean
}

export type FieldGroup = { editor: EditorName; fields: ReviewField[] }

/** The fields of the review, in groups that are corrected together. */
export function reviewFields(page: ReviewPage): FieldGroup[] {
  const places = new Map(page.places.map((place) => [place.name, place]))
  return [partyGroups(page, places), headerGroups(page, places), amountGroups(page, places)].flat()
}

type Places = Map<string, ReadPlace>

function partyGroups({ provider, site }: ReviewPage, places: Places): FieldGroup[] {
  const [sellerName, sellerTaxId] = [places.get('providerName'), places.get('providerTaxId')]
  const [buyerName, buyerTaxId] = [places.get('customerName'), places.get('customerTaxId')]
  return [
    {
      editor: 'provider',
      fields: [
        {
          name: 'provider',
          label: 'Proveedor',
          value: (
            <PartyName
              name={provider?.legalName ?? null}
              taxId={provider?.taxId ?? null}
              read={[sellerName?.value, sellerTaxId?.value]}
            />
          ),
          mark: providerMark(provider, sellerTaxId, sellerName),
          places: ['providerTaxId', 'providerName'],
        },
      ],
    },
    {
      editor: 'site',
      fields: [
        {
          name: 'site',
          label: 'Empresa',
          value: (
            <PartyName
              name={site ? `${site.code} · ${site.legalName}` : null}
              taxId={null}
              read={[buyerName?.value, buyerTaxId?.value]}
            />
          ),
          mark: siteMark(site, buyerTaxId, buyerName),
          places: ['customerTaxId', 'customerName'],
        },
      ],
    },
  ]
}

function headerGroups({ invoice }: ReviewPage, places: Places): FieldGroup[] {
  const { docType, number, issuedOn, dueOn, concept } = invoice
  return [
    {
      editor: 'number',
      fields: [
        { name: 'number', label: 'Número', value: number ?? '–', mark: markOf(places.get('invoiceNumber'), number), places: ['invoiceNumber'] },
      ],
    },
    {
      editor: 'date',
      fields: [
        { name: 'issued_on', label: 'Fecha', value: <Day value={issuedOn} />, mark: markOf(places.get('issueDate'), issuedOn), places: ['issueDate'] },
        {
          name: 'due_on',
          label: 'Vencimiento',
          value: <Day value={dueOn} />,
          mark: places.get('dueDate')?.value ? markOf(places.get('dueDate'), dueOn) : { kind: 'none' },
          places: ['dueDate'],
        },
      ],
    },
    {
      editor: 'header',
      fields: [
        { name: 'doc_type', label: 'Tipo', value: docTypeLabels[docType], mark: markOf(places.get('documentType'), docType), places: ['documentType'] },
        { name: 'concept', label: 'Concepto', value: concept ?? '–', mark: { kind: 'none' }, places: [] },
      ],
    },
  ]
}

function amountGroups({ invoice, banks }: ReviewPage, places: Places): FieldGroup[] {
  const { base, vat, surcharge, withholding, supplied, total, providerBankId, ibanDetected } = invoice
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
      ],
    },
    {
      editor: 'bank',
      fields: [
        {
          name: 'bank',
          label: 'Cuenta de pago',
          value: iban ?? (ibanDetected ? `Sin elegir · impreso ${ibanDetected}` : '–'),
          mark: iban !== null && iban === ibanDetected ? { kind: 'read', confidence: places.get('providerIban')?.confidence ?? 0 } : { kind: 'none' },
          places: ['providerIban'],
        },
      ],
    },
  ]
}
