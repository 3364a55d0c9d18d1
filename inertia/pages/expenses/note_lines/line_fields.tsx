import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { SelectField } from '~/kit/fields/choice_fields'
import { DayField } from '~/kit/fields/day_field'
import { TextField } from '~/kit/fields/text_fields'
import { FileDrop } from '~/kit/form/file_drop'
import { sentName } from '~/kit/form/sent_names'
import { LineAmounts } from './line_amounts'
import { isAllowance, type LineOptions, type NoteLine } from './note_line_values'
import styles from './note_lines.module.css'
import { useReceiptReading } from './use_receipt_reading'

const ACCEPT = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic', '.heif'],
}
const FORMATS = 'PDF, JPG, PNG, HEIC o WEBP'
const SIZE_MAX = 10 * 1024 * 1024

const NOTES = {
  idle: null,
  reading: 'Leyendo el justificante…',
  read: 'Datos leídos del justificante: compruébelos.',
  unread: 'No se ha podido leer el justificante: escriba los datos.',
}

type Props = {
  index: number
  line: NoteLine
  options: LineOptions
  errors: Record<string, string>
  /** Where a photograph is read, and the stamp of a public form. */
  readingUrl: string
  stamp: string | null
  onChange: (change: Partial<NoteLine>) => void
  onRemove?: () => void
}

/** One expense: its receipt first, because what it says is filled in from it. */
export function LineFields({ index, line, options, errors, readingUrl, stamp, onChange, onRemove }: Props) {
  const reading = useReceiptReading(readingUrl, stamp)
  const field = <Name extends keyof NoteLine>(name: Name) => ({
    name: `lines.${index}.${sentName(name)}`,
    value: line[name],
    error: errors[`lines.${index}.${sentName(name)}`],
    onChange: (value: NoteLine[Name]) => onChange({ [name]: value }),
  })
  return (
    <fieldset className={styles.line} aria-label={`Gasto ${index + 1}`}>
      <div className={styles.head}>
        <h3>Gasto {index + 1}</h3>
        {onRemove ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={34}
            aria-label={`Quitar el gasto ${index + 1}`}
            onClick={onRemove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        ) : null}
      </div>
      <SelectField label="Categoría" isRequired options={options.categories} {...field('category')} />
      {isAllowance(line) ? null : (
        <div>
          <FileDrop
            label="Justificante"
            isRequired={line.documentKind !== 'none'}
            help={`Una foto o el documento: ${FORMATS}, hasta 10 MB.`}
            accept={ACCEPT}
            formatsText={FORMATS}
            sizeMaxBytes={SIZE_MAX}
            countMax={5}
            {...field('files')}
            onChange={(files) => void reading.take(line, files, onChange)}
          />
          {NOTES[reading.state] ? (
            <p className={styles.reading} role="status">
              {NOTES[reading.state]}
            </p>
          ) : null}
        </div>
      )}
      <div className={styles.pair}>
        <DayField label="Fecha" isRequired {...field('spentOn')} />
        <TextField label="Concepto" isRequired lengthMax={200} {...field('concept')} />
      </div>
      <LineAmounts line={line} options={options} field={field} />
    </fieldset>
  )
}
