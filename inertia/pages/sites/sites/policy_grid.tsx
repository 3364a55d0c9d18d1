import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { parseAmount } from '#app/kernel/money/amount_text'
import { StepUpDialog } from '~/kit/dialog/step_up_dialog'
import { AmountField } from '~/kit/fields/amount_field'
import { SelectField } from '~/kit/fields/choice_fields'
import { TextField } from '~/kit/fields/text_fields'
import { FormFoot } from '~/kit/form/form_foot'
import { FormFrame } from '~/kit/form/form_frame'
import { sentName } from '~/kit/form/sent_names'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { moneyText } from '~/kit/money'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import type { Choice, PolicyStep } from './site_page'
import styles from './sites.module.css'

type Props = {
  /** Null edits the group's default. */
  siteId: number | null
  steps: PolicyStep[]
  kinds: Choice[]
  canWrite: boolean
}

/** How many different people must approve from each amount on. The most specific row wins. */
export function PolicyGrid(props: Props) {
  const [isEditing, setIsEditing] = useState(false)
  const { siteId, steps, canWrite } = props
  if (isEditing) return <PolicyForm {...props} onDone={() => setIsEditing(false)} />
  return (
    <div className={styles.stack}>
      {steps.length === 0 ? (
        <p className={styles.quiet}>La empresa usa el número de aprobaciones por defecto del grupo.</p>
      ) : (
        <PolicyTable {...props} />
      )}
      {canWrite ? (
        <div className={styles.row}>
          <Button size="xs" variant="default" onClick={() => setIsEditing(true)}>
            {siteId !== null && steps.length === 0 ? 'Definir para esta empresa' : 'Cambiar'}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function PolicyTable({ steps, kinds, siteId }: Props) {
  const nameOf = (kind: string | null) => kinds.find(({ value }) => value === kind)?.label ?? 'Todos'
  return (
    <PlainTable
      label={siteId === null ? 'Aprobaciones por defecto del grupo' : 'Aprobaciones por importe'}
      phone="cards"
      rows={steps}
      keyOf={(row) => row.id}
      columns={[
        { key: 'kind', header: 'Tipo', cell: (row) => nameOf(row.kind) },
        {
          key: 'from',
          header: 'Desde',
          numeric: true,
          cell: (row) => (
            <span className="num">{moneyText({ minor: parseAmount(row.from) ?? 0, currency: 'EUR' })}</span>
          ),
        },
        { key: 'required', header: 'Aprobaciones', numeric: true, cell: (row) => row.required },
        {
          key: 'days',
          header: 'Suma de días',
          numeric: true,
          cell: (row) => row.aggregateDays || '–',
        },
        { key: 'sla', header: 'Plazo (h)', numeric: true, cell: (row) => row.slaHours ?? '–' },
      ]}
    />
  )
}

type Line = { kind: string | null; from: string; required: string; aggregateDays: string; slaHours: string }

const lineOf = ({ kind, from, required, aggregateDays, slaHours }: PolicyStep): Line => ({
  kind,
  from,
  required: String(required),
  aggregateDays: String(aggregateDays),
  slaHours: slaHours === null ? '' : String(slaHours),
})
const newLine: Line = { kind: null, from: '0.00', required: '1', aggregateDays: '0', slaHours: '' }

function PolicyForm({ siteId, steps, kinds, onDone }: Props & { onDone: () => void }) {
  const form = useFormSubmission({
    initial: { policies: steps.length > 0 ? steps.map(lineOf) : [newLine], reason: '' },
    method: 'put',
    url:
      siteId === null
        ? urlFor('sites.group-approval-policies.update')
        : urlFor('sites.approval-policies.update', { id: siteId }),
    onSuccess: onDone,
    transform: ({ policies, reason }) => ({
      reason,
      policies: policies.map((line) => ({ ...line, slaHours: line.slaHours.trim() || null })),
    }),
  })
  const { policies } = form.values
  const setLine = (index: number, change: Partial<Line>) =>
    form.set({ policies: policies.map((line, at) => (at === index ? { ...line, ...change } : line)) })
  return (
    <>
      <FormFrame form={form} className={styles.stack}>
        {policies.map((line, index) => (
          <PolicyLine
            key={index}
            index={index}
            line={line}
            kinds={kinds}
            errors={form.errors}
            onChange={(change) => setLine(index, change)}
            onRemove={() => form.set({ policies: policies.filter((_, at) => at !== index) })}
          />
        ))}
        <div className={styles.row}>
          <Button size="xs" variant="default" onClick={() => form.set({ policies: [...policies, newLine] })}>
            Añadir fila
          </Button>
          {siteId !== null ? (
            <span className={styles.small}>Sin filas, la empresa usa las del grupo.</span>
          ) : null}
        </div>
        <TextField
          label="Motivo"
          help="Hace falta si pide menos aprobaciones o suma menos días: lo confirmará otra persona."
          {...form.field('reason')}
        />
        <FormFoot
          form={form}
          submitLabel="Guardar número de aprobaciones"
          cancel={
            <Button variant="default" onClick={onDone}>
              Cancelar
            </Button>
          }
        />
      </FormFrame>
      <StepUpDialog form={form} />
    </>
  )
}

type LineProps = {
  index: number
  line: Line
  kinds: Choice[]
  errors: Record<string, string>
  onChange: (change: Partial<Line>) => void
  onRemove: () => void
}

function PolicyLine({ index, line, kinds, errors, onChange, onRemove }: LineProps) {
  const field = <Name extends keyof Line>(name: Name) => ({
    name: `policies.${index}.${sentName(name)}`,
    value: line[name],
    error: errors[`policies.${index}.${sentName(name)}`],
    onChange: (value: Line[Name]) => onChange({ [name]: value }),
  })
  return (
    <div className={styles.step}>
      <SelectField label="Tipo" placeholder="Todos" options={kinds} {...field('kind')} />
      <AmountField label="Desde" {...field('from')} />
      <TextField label="Aprobaciones" {...field('required')} />
      <TextField label="Suma de días" {...field('aggregateDays')} />
      <TextField label="Plazo (h)" {...field('slaHours')} />
      <ActionIcon
        size={34}
        variant="subtle"
        color="gray"
        aria-label={`Quitar la fila ${index + 1}`}
        onClick={onRemove}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  )
}
