import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { FormDialog } from '~/kit/dialog/form_dialog'
import { TextField } from '~/kit/fields/text_fields'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { Money, moneyText } from '~/kit/money'
import { urlFor } from '~/urls'
import styles from './entry.module.css'
import { EntryLineFields } from './entry_line_fields'
import { amountsOf, type EntryLine, firstValues, sentEntry, withOneMore, withRestAtEnd } from './entry_values'
import type { EntryOptions, LineRule, SelectedLine } from './line_types'

type Props = {
  accountId: number
  line: SelectedLine
  options: EntryOptions
  /** What a rule proposes. */
  proposed: LineRule | null
  onClose: () => void
  onDone: () => void
}

/** "Nuevo asiento": what is left of the movement goes straight to one account or several. */
export function EntryDialog({ accountId, line, options, proposed, onClose, onDone }: Props) {
  const { rest } = line
  const params = { id: accountId, line: line.id }
  const form = useFormSubmission({
    initial: firstValues(line, proposed, options),
    url: urlFor('accounts.lines.entry', params),
    leaving: 'allow',
    transform: (values) => sentEntry(values, rest),
    onSuccess() {
      onClose()
      onDone()
    },
  })
  const { lines } = form.values
  const amounts = amountsOf(lines, rest)
  const setLine = (index: number, changed: EntryLine) => form.set({ lines: lines.with(index, changed) })
  function addLine() {
    form.set({ lines: withOneMore(lines, rest) })
    // The new line is drawn first.
    requestAnimationFrame(() => document.getElementById(accountFieldId(lines.length))?.focus())
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      size="xl"
      title="Nuevo asiento"
      form={form}
      submitLabel={`Contabilizar ${moneyText(rest)}`}
    >
      <TextField
        label="Concepto"
        isRequired
        hasFocus={lines[0]?.account !== null}
        lengthMax={240}
        {...form.field('description')}
      />
      {lines.map((one, index) => (
        <EntryLineFields
          key={index}
          index={index}
          line={one}
          minor={amounts[index] ?? null}
          currency={rest.currency}
          accountsUrl={urlFor('accounts.lines.account_options', params)}
          options={options}
          isOnly={lines.length === 1}
          errors={form.errors}
          onChange={(changed) => setLine(index, changed)}
          onRemove={() => form.set({ lines: lines.toSpliced(index, 1) })}
        />
      ))}
      <div className={styles.foot}>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={addLine}>
          Añadir línea
        </Button>
        <Balance
          sumMinor={amounts.reduce<number>((sum, minor) => sum + (minor ?? 0), 0)}
          restMinor={Math.abs(rest.minor)}
          currency={rest.currency}
          onTakeRest={() => form.set({ lines: withRestAtEnd(lines) })}
        />
      </div>
    </FormDialog>
  )
}

const accountFieldId = (index: number) => `field-lines.${index}.account_code`

type BalanceProps = { sumMinor: number; restMinor: number; currency: string; onTakeRest: () => void }

/** What the lines add up to beside what is left of the movement. */
function Balance({ sumMinor, restMinor, currency, onTakeRest }: BalanceProps) {
  const money = (minor: number) => <Money value={{ minor, currency }} />
  const gap = restMinor - sumMinor
  return (
    <div className={styles.balance}>
      {gap === 0 ? null : (
        <Button variant="subtle" onClick={onTakeRest}>
          Llevar el resto a la última línea
        </Button>
      )}
      <p aria-live="polite">
        Suman {money(sumMinor)} de {money(restMinor)}
        {gap === 0 ? null : (
          <strong>
            {gap > 0 ? ' · Faltan ' : ' · Sobran '}
            {money(Math.abs(gap))}
          </strong>
        )}
      </p>
    </div>
  )
}
