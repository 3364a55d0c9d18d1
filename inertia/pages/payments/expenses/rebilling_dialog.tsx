import { ActionIcon, Button, SegmentedControl } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { decimalText, parseAmount } from '#app/kernel/money/amount_text'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { type Option, SelectField } from '~/kit/fields/choice_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import type { NoteHead, NotePage } from './expense_page'
import styles from './expenses.module.css'

type By = 'amount' | 'percent' | 'rule'
type Share = { siteId: string | null; amount: string }
const WHOLE = 10_000
/** `amount` is euros or a percentage, by what the note is shared out. */
const newShare = (amount = ''): Share => ({ siteId: null, amount })

/** How much of an approved note other companies are to bear, by hand or by a rule. */
export function RebillingDialog({ page, onClose }: { page: NotePage; onClose: () => void }) {
  const { note, options } = page
  const rules = options.rebilling?.rules ?? []
  const form = useRebilling(note, onClose)
  const { by, shares } = form.values
  const asked = shares.reduce((sum, { amount }) => sum + (parseAmount(amount) ?? 0), 0)
  const minor = by === 'amount' ? asked : Math.round((note.approved.minor * asked) / WHOLE)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title="Refacturar"
      form={form}
      submitLabel={by === 'rule' ? 'Refacturar' : `Refacturar ${moneyText({ minor, currency: 'EUR' })}`}
      size="lg"
    >
      <div>
        De los <Money value={note.approved} /> aprobados, indique cuánto asume cada empresa. Solo se puede
        hacer una vez.
      </div>
      <SegmentedControl
        aria-label="Cómo se reparte"
        data={[
          { value: 'amount', label: 'Por importe' },
          { value: 'percent', label: 'Por porcentaje' },
          ...(rules.length > 0 ? [{ value: 'rule', label: 'Por una regla' }] : []),
        ]}
        value={by}
        onChange={(chosen) =>
          form.set({
            by: chosen as By,
            shares: shares.map((share) => ({ ...share, amount: '' })),
          })
        }
      />
      {form.errors.shares ? <p role="alert">{form.errors.shares}</p> : null}
      {by === 'rule' ? (
        <SelectField
          label="Regla"
          isRequired
          help="Dice quién asume qué, con qué tratamiento y cómo se liquida."
          options={rules}
          {...form.field('settingId')}
        />
      ) : (
        <ByHand page={page} form={form} by={by} />
      )}
    </FormDialog>
  )
}

type RebillingForm = ReturnType<typeof useRebilling>

/** Companies with what each bears, and as what it reaches them. */
function ByHand({ page, form, by }: { page: NotePage; form: RebillingForm; by: 'amount' | 'percent' }) {
  const { assigned, options } = page
  const { shares, treatment } = form.values
  const sites = options.sites.filter(({ value }) => value !== assigned.site?.value)
  const change = (place: number, more: Partial<Share>) =>
    form.set({ shares: shares.map((share, at) => (at === place ? { ...share, ...more } : share)) })
  return (
    <>
      {shares.map((share, index) => (
        <ShareFields
          // A line is its place: its fields keep nothing of their own.
          key={index}
          share={share}
          place={index}
          by={by}
          sites={sites}
          errors={form.errors}
          onChange={(more) => change(index, more)}
          onRemove={
            shares.length === 1 ? null : () => form.set({ shares: shares.filter((_, at) => at !== index) })
          }
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => form.set({ shares: [...shares, newShare()] })}
        >
          Añadir empresa
        </Button>
      </div>
      <SelectField
        label="Tratamiento"
        isRequired
        options={options.rebilling?.treatments ?? []}
        {...form.field('treatment')}
      />
      {treatment === 'invoice' ? (
        <SelectField
          label="IVA"
          isRequired
          options={options.rebilling?.taxes ?? []}
          {...form.field('vatCodeId')}
        />
      ) : null}
    </>
  )
}

/** All of it to one company, to begin with. */
function useRebilling(note: NoteHead, onSuccess: () => void) {
  return useFormSubmission({
    initial: {
      by: 'amount' as By,
      shares: [newShare(decimalText(note.approved.minor))],
      settingId: null as string | null,
      treatment: 'debit_note' as string | null,
      vatCodeId: null as string | null,
    },
    url: urlFor('payexpenses.rebilling.store', { id: note.id }),
    leaving: 'allow',
    transform: ({ by, shares, settingId, treatment, vatCodeId }) =>
      by === 'rule'
        ? { settingId }
        : {
            shares: shares.map(({ siteId, amount }) => ({ siteId, [by]: amount })),
            treatment,
            vatCodeId: treatment === 'invoice' ? vatCodeId : null,
          },
    onSuccess,
  })
}

type ShareFieldsProps = {
  share: Share
  place: number
  by: 'amount' | 'percent'
  sites: Option[]
  errors: Record<string, string>
  onChange: (more: Partial<Share>) => void
  /** Null for the only one. */
  onRemove: (() => void) | null
}

/** A company and what it bears. */
function ShareFields({ share, place, by, sites, errors, onChange, onRemove }: ShareFieldsProps) {
  return (
    <div className={styles.share}>
      <SelectField
        name={`shares.${place}.site_id`}
        label="Empresa"
        isRequired
        options={sites}
        value={share.siteId}
        error={errors[`shares.${place}.site_id`]}
        onChange={(siteId) => onChange({ siteId })}
      />
      <AmountField
        name={`shares.${place}.${by}`}
        label={by === 'amount' ? 'Importe' : 'Porcentaje'}
        isRequired
        {...(by === 'percent' ? { unit: '%' } : {})}
        value={share.amount}
        error={errors[`shares.${place}.${by}`]}
        onChange={(amount) => onChange({ amount })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        disabled={onRemove === null}
        aria-label={`Quitar la empresa ${place + 1}`}
        onClick={() => onRemove?.()}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  )
}
