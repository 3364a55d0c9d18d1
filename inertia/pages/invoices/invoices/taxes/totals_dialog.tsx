import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { AmountField } from '~/kit/fields/amount_field'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import styles from '../document/text.module.css'
import type { CorrectionProps } from '../review/correction'
import { CorrectionFrame } from '../review/correction_frame'
import { TaxRowFields } from './tax_row_fields'
import { totalFillers } from './total_fillers'
import { TotalsCheck } from './totals_check'
import { emptyRow, type TaxRow, type TotalsDraft, totalsDraft } from './totals_draft'

/** The totals as printed, one row for each tax rate; they are only taken when they add up. */
export function TotalsDialog({ page, review }: CorrectionProps) {
  const { invoice, taxOptions } = page
  const form = useFormSubmission({
    initial: totalsDraft(page),
    url: urlFor('invoices.totals.update', { id: invoice.id }),
    method: 'put',
    leaving: 'allow',
    transform: (draft) => ({ ...withZeros(draft), lockVersion: invoice.lockVersion }),
    onSuccess: review.close,
  })
  const { groups } = form.values
  const setRow = (index: number, row: TaxRow) => form.set({ groups: groups.with(index, row) })
  const amount = (name: 'withholding' | 'supplied' | 'total') => ({
    currency: invoice.currency,
    isNegativeAllowed: true,
    ...form.field(name),
  })
  return (
    <CorrectionFrame
      title="Corregir los totales"
      form={form}
      review={review}
      fillers={totalFillers(form, invoice.currency)}
    >
      {groups.map((row, index) => (
        <TaxRowFields
          key={index}
          index={index}
          row={row}
          currency={invoice.currency}
          options={taxOptions}
          errors={form.errors}
          onChange={(changed) => setRow(index, changed)}
          onRemove={groups.length > 1 ? () => form.set({ groups: groups.toSpliced(index, 1) }) : undefined}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        className={styles.start}
        onClick={() => form.set({ groups: [...groups, emptyRow(taxOptions)] })}
      >
        Añadir tipo impositivo
      </Button>
      <div className={styles.pair}>
        <AmountField label="Retención" {...amount('withholding')} />
        <AmountField label="Suplidos" {...amount('supplied')} />
      </div>
      <AmountField
        label="Total"
        isRequired
        {...(invoice.docType === 'credit_note'
          ? { help: 'Los importes de un abono se pueden escribir en positivo.' }
          : {})}
        {...amount('total')}
      />
      <TotalsCheck draft={form.values} currency={invoice.currency} onUse={(total) => form.set({ total })} />
    </CorrectionFrame>
  )
}

function withZeros({ groups, ...rest }: TotalsDraft) {
  const orZero = (text: string) => (text.trim() === '' ? '0' : text)
  return {
    groups: groups.map((row) => ({ ...row, vat: orZero(row.vat), surcharge: orZero(row.surcharge) })),
    withholding: orZero(rest.withholding),
    supplied: orZero(rest.supplied),
    total: rest.total,
  }
}
