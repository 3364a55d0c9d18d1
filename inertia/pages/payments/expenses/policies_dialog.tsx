import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { type Option, SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'

type Policy = {
  id: number
  siteId: string | null
  site: string
  category: string | null
  categoryLabel: string
  maxPerLine: string
  maxPerDay: string
  kmRate: string
  receiptRequiredAbove: string
  monthsBack: string
}

export type Policies = {
  rows: Policy[]
  limits: { id: number; label: string; validFrom: string; amount: MoneyValue; source: string }[]
  perDiems: { id: number; label: string; site: string; validFrom: string; amount: MoneyValue }[]
  sites: Option[]
  limitKinds: Option[]
  perDiemKinds: Option[]
  isGroup: boolean
}

const empty = { maxPerLine: '', maxPerDay: '', kmRate: '', receiptRequiredAbove: '', monthsBack: '' }

type Props = { policies: Policies; categories: Option[]; onClose: () => void }

/** What the house allows by company and category. */
export function PoliciesDialog({ policies, categories, onClose }: Props) {
  const first = policies.isGroup
    ? policies.rows.find((row) => row.siteId === null && row.category === null)
    : undefined
  const form = useFormSubmission({
    initial: {
      siteId: first ? null : (policies.sites[0]?.value ?? null),
      category: null as string | null,
      ...(first ? limitsOf(first) : empty),
    },
    method: 'put',
    url: urlFor('payexpenses.policies.update'),
    leaving: 'allow',
  })
  /** What stands there already is what one begins with. */
  function choose(change: { siteId?: string | null; category?: string | null }) {
    const { siteId, category } = { ...form.values, ...change }
    const known = policies.rows.find((row) => row.siteId === siteId && row.category === category)
    form.set({ siteId, category, ...(known ? limitsOf(known) : empty) })
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Políticas de gasto"
      form={form}
      submitLabel="Guardar la política"
      size="lg"
    >
      <SelectField
        label="Empresa"
        options={policies.sites}
        placeholder={policies.isGroup ? 'Todo el grupo' : undefined}
        isRequired={!policies.isGroup}
        {...form.field('siteId')}
        onChange={(siteId) => choose({ siteId })}
      />
      <SelectField
        label="Categoría"
        options={categories}
        placeholder="Todas"
        {...form.field('category')}
        onChange={(category) => choose({ category })}
      />
      <AmountField label="Máximo por línea" {...form.field('maxPerLine')} />
      <AmountField label="Máximo al día" {...form.field('maxPerDay')} />
      <AmountField label="Importe por kilómetro" {...form.field('kmRate')} />
      <AmountField label="Justificante obligatorio desde" {...form.field('receiptRequiredAbove')} />
      <TextField label="Meses hacia atrás" help="De 1 a 12." {...form.field('monthsBack')} />
    </FormDialog>
  )
}

const limitsOf = ({ maxPerLine, maxPerDay, kmRate, receiptRequiredAbove, monthsBack }: Policy) => ({
  maxPerLine,
  maxPerDay,
  kmRate,
  receiptRequiredAbove,
  monthsBack,
})
