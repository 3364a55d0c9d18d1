import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { Money } from '~/kit/money'
import { useShared } from '~/shared_props'
import { LineFields } from './line_fields'
import styles from './manual_entries.module.css'
import { balanced, emptyLine, type ManualForm, type ManualLine, sidesOf } from './manual_values'

type Props = { form: ManualForm; isNew: boolean }

/** The fields of a manual entry: whose, when, what for, and its lines with the difference always in view. */
export function ManualFields({ form, isNew }: Props) {
  const { sites } = useShared()
  const { lines, siteId } = form.values
  const setLine = (index: number, line: ManualLine) => form.set({ lines: lines.with(index, line) })
  return (
    <>
      <div className={styles.head}>
        <SelectField
          label="Empresa"
          isRequired
          isDisabled={!isNew}
          options={sites.map((site) => ({ value: String(site.id), label: `${site.code} · ${site.name}` }))}
          {...form.field('siteId')}
          onChange={(value) => {
            form.field('siteId').onChange(value)
            form.set({ lines: lines.map((line) => ({ ...line, account: null, counter: null })) })
          }}
        />
        <DayField label="Fecha" isRequired {...form.field('postedOn')} />
      </div>
      <TextField label="Concepto" isRequired lengthMax={250} {...form.field('description')} />
      {lines.map((line, index) => (
        <LineFields
          key={index}
          index={index}
          line={line}
          siteId={siteId}
          errors={form.errors}
          onChange={(changed) => setLine(index, changed)}
          onRemove={lines.length > 2 ? () => form.set({ lines: lines.toSpliced(index, 1) }) : undefined}
        />
      ))}
      <div className={styles.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => form.set({ lines: [...lines, emptyLine] })}
        >
          Añadir apunte
        </Button>
        <Button variant="default" onClick={() => form.set({ lines: balanced(lines) })}>
          Cuadrar
        </Button>
        <Sides lines={lines} />
      </div>
    </>
  )
}

function Sides({ lines }: { lines: ManualLine[] }) {
  const { debit, credit } = sidesOf(lines)
  const euros = (minor: number) => <Money value={{ minor, currency: 'EUR' }} />
  return (
    <p className={styles.sides} aria-live="polite">
      Debe {euros(debit)} · Haber {euros(credit)} ·{' '}
      {debit === credit ? 'Cuadra' : <strong>Diferencia {euros(Math.abs(debit - credit))}</strong>}
    </p>
  )
}
