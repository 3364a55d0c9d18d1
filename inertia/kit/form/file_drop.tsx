import '@mantine/dropzone/styles.layer.css'

import { ActionIcon, Progress } from '@mantine/core'
import { Dropzone, type FileRejection } from '@mantine/dropzone'
import { IconFile, IconUpload, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { FieldProps } from '~/kit/fields/field_props'
import styles from './file_drop.module.css'

type Props = FieldProps<File[]> & {
  /** MIME types, `['application/pdf', 'image/png']`, or with the endings of kinds that not every system knows. */
  accept?: string[] | Record<string, string[]>
  sizeMaxBytes?: number
  countMax?: number
  /** 0 to 100 while the form is sent; pass `form.progress`. */
  progress?: number | null
  /** What the server said of each file, by its place: `errors['files.0']`. */
  errors?: Record<string, string>
  formatsText?: string
  /** What became of each file, beside its name. */
  noteOf?: (file: File) => ReactNode
}

const megabyte = 1024 * 1024
const size = new Intl.NumberFormat('es-ES', { maximumFractionDigits: 1 })

function sizeText(bytes: number): string {
  return bytes < megabyte / 10
    ? `${size.format(Math.max(1, bytes / 1024))} KB`
    : `${size.format(bytes / megabyte)} MB`
}

/** Files dragged or chosen, several at once, with what is wrong with each and how much has been sent. */
export function FileDrop(props: Props) {
  const {
    name,
    label,
    value,
    onChange,
    error,
    help,
    isRequired,
    accept,
    sizeMaxBytes = 20 * megabyte,
    countMax = 50,
    progress,
    errors = {},
    isDisabled,
  } = props
  const [refused, setRefused] = useState<string[]>([])
  return (
    <div>
      <div className={styles.label} id={`label-${name}`}>
        {label}
        {isRequired ? (
          <span className={styles.required} aria-hidden="true">
            {' '}
            *
          </span>
        ) : null}
      </div>
      <Dropzone
        accept={accept}
        maxSize={sizeMaxBytes}
        maxFiles={countMax}
        multiple={countMax > 1}
        disabled={isDisabled}
        className={styles.drop}
        inputProps={{ id: `field-${name}`, 'aria-labelledby': `label-${name}` }}
        onDrop={(files) => onChange([...(countMax > 1 ? value : []), ...files].slice(0, countMax))}
        onDropAny={(_files, rejections) =>
          setRefused(rejections.map((rejection) => refusal(rejection, sizeMaxBytes, props.formatsText)))
        }
      >
        <div className={styles.invite}>
          <IconUpload size={22} stroke={1.5} aria-hidden="true" />
          <span>Arrastre aquí {countMax > 1 ? 'los archivos' : 'el archivo'} o pulse para elegir</span>
          {help ? <span className={styles.help}>{help}</span> : null}
        </div>
      </Dropzone>
      <ul className={styles.files}>
        {value.map((file, index) => (
          <DroppedFile
            key={`${file.name}-${index}`}
            file={file}
            note={props.noteOf?.(file)}
            error={errors[`${name}.${index}`]}
            onRemove={() => onChange(value.filter((other) => other !== file))}
          />
        ))}
      </ul>
      {progress === null || progress === undefined ? null : (
        <Progress value={progress} size="sm" aria-label="Archivos enviados" />
      )}
      {[...refused, ...(error ? [error] : [])].map((text) => (
        <p key={text} className={styles.error} role="alert">
          {text}
        </p>
      ))}
    </div>
  )
}

type DroppedFileProps = { file: File; note: ReactNode; error: string | undefined; onRemove: () => void }

/** One file that will be sent: its name, its size, what became of it and what is wrong with it. */
function DroppedFile({ file, note, error, onRemove }: DroppedFileProps) {
  return (
    <li>
      <IconFile size={16} aria-hidden="true" />
      <span className={styles.name}>{file.name}</span>
      <span className="num">{sizeText(file.size)}</span>
      <ActionIcon variant="subtle" color="gray" aria-label={`Quitar ${file.name}`} onClick={onRemove}>
        <IconX size={15} />
      </ActionIcon>
      {note}
      {error ? <span className={styles.error}>{error}</span> : null}
    </li>
  )
}

function refusal(
  { file, errors }: FileRejection,
  sizeMaxBytes: number,
  formatsText = 'otro formato'
): string {
  const code = errors[0]?.code
  if (code === 'file-too-large') return `${file.name}: El archivo supera ${sizeText(sizeMaxBytes)}.`
  if (code === 'too-many-files') return `${file.name}: son demasiados archivos.`
  return `${file.name}: Formato no admitido: use ${formatsText}.`
}
