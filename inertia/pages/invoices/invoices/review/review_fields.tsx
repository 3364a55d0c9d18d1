import { Day } from '~/kit/day'
import { docTypeLabels } from '../header/doc_types'
import { PartyName } from '../header/party_name'
import { amountGroups } from '../taxes/amount_fields'
import type { FieldGroup, Places, ReviewField } from './review_field'
import { markOf, providerMark, siteMark } from './review_marks'
import type { Invoice, ReviewPage } from './review_types'

/** The fields of the review, in groups that are corrected together. */
export function reviewFields(page: ReviewPage): FieldGroup[] {
  const places = new Map(page.places.map((place) => [place.name, place]))
  return [partyGroups(page, places), headerGroups(page, places), amountGroups(page, places)].flat()
}

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

function headerGroups({ invoice, site }: ReviewPage, places: Places): FieldGroup[] {
  const { docType, number, issuedOn, dueOn, concept } = invoice
  const isForeign = site !== null && invoice.currency !== site.baseCurrency
  return [
    {
      editor: 'number',
      fields: [
        {
          name: 'number',
          label: 'Número',
          value: number ?? '–',
          mark: markOf(places.get('invoiceNumber'), number),
          places: ['invoiceNumber'],
        },
      ],
    },
    {
      editor: 'date',
      fields: [
        {
          name: 'issued_on',
          label: 'Fecha',
          value: <Day value={issuedOn} />,
          mark: markOf(places.get('issueDate'), issuedOn),
          places: ['issueDate'],
        },
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
        {
          name: 'doc_type',
          label: 'Tipo',
          value: docTypeLabels[docType],
          mark: markOf(places.get('documentType'), docType),
          places: ['documentType'],
        },
        { name: 'concept', label: 'Concepto', value: concept ?? '–', mark: { kind: 'none' }, places: [] },
        ...(isForeign ? [rateField(invoice)] : []),
      ],
    },
  ]
}

const rateField = ({ currency, fxRate, fxRateIsManual }: Invoice): ReviewField => ({
  name: 'fx_rate',
  label: 'Tipo de cambio',
  value: fxRate === null ? `Falta el de ${currency}` : `1 € = ${fxRate} ${currency}`,
  mark:
    fxRate === null
      ? { kind: 'missing', label: 'Falta' }
      : fxRateIsManual
        ? { kind: 'person', label: 'Escrito a mano' }
        : { kind: 'none' },
  places: [],
})
