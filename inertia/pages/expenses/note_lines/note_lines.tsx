import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Money } from '~/kit/money'
import { LineFields } from './line_fields'
import {
  changedLine,
  errorsOfFiles,
  type LineOptions,
  type NoteLine,
  newLine,
  totalOf,
} from './note_line_values'
import styles from './note_lines.module.css'

const LINES_MAX = 40

type Props = {
  lines: NoteLine[]
  options: LineOptions
  errors: Record<string, string>
  readingUrl: string
  stamp?: string | null
  onChange: (change: (lines: NoteLine[]) => NoteLine[]) => void
}

/** The expenses of a note, and what they come to. */
export function NoteLines({ lines, options, errors, readingUrl, stamp = null, onChange }: Props) {
  const found = { ...errors, ...errorsOfFiles(lines, errors) }
  return (
    <div className={styles.lines}>
      {lines.map((line, index) => (
        <LineFields
          key={line.key}
          index={index}
          line={line}
          options={options}
          errors={found}
          readingUrl={readingUrl}
          stamp={stamp}
          // A photograph is read for a while: the line is the one there is by then.
          onChange={(change) =>
            onChange((now) =>
              now.map((other) => (other.key === line.key ? changedLine(other, change, options) : other))
            )
          }
          {...(lines.length > 1
            ? { onRemove: () => onChange((now) => now.filter((other) => other.key !== line.key)) }
            : {})}
        />
      ))}
      <div className={styles.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={lines.length >= LINES_MAX}
          onClick={() => onChange((now) => [...now, newLine()])}
        >
          Añadir otro gasto
        </Button>
        <span>
          Total{' '}
          <span className={styles.total}>
            <Money value={{ minor: totalOf(lines, options.kmRate.minor), currency: 'EUR' }} />
          </span>
        </span>
      </div>
    </div>
  )
}
