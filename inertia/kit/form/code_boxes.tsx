import { PinInput } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import styles from './form.module.css'

type Props = {
  value: string
  onChange: (code: string) => void
  onComplete: (code: string) => void
  error: string | null
  isDisabled?: boolean
}

const codeLength = 6

/** Six boxes for a one-time code: numbers only, "123 456" may be pasted, complete at the sixth digit. */
export function CodeBoxes({ value, onChange, onComplete, error, isDisabled = false }: Props) {
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const wasSent = useRef(false)
  // A code that was refused is no use: the boxes are emptied for the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when an answer has arrived
  useEffect(() => {
    if (wasSent.current && !isDisabled && error !== null) {
      onChange('')
      root.current?.querySelector('input')?.focus()
    }
    wasSent.current = isDisabled
  }, [isDisabled])
  return (
    <div
      ref={root}
      onPasteCapture={(event) => {
        const digits = event.clipboardData.getData('text').replaceAll(/\D/g, '').slice(0, codeLength)
        if (digits === '') return
        event.preventDefault()
        event.stopPropagation()
        onChange(digits)
        if (digits.length === codeLength) onComplete(digits)
      }}
    >
      <PinInput
        length={codeLength}
        type="number"
        inputMode="numeric"
        oneTimeCode
        autoFocus
        size="md"
        gap={8}
        placeholder=""
        aria-label="Código de verificación"
        aria-describedby={error ? `${id}-error` : undefined}
        getInputProps={(index) => ({
          'aria-label': `Dígito ${index + 1} de ${codeLength}`,
          'data-autofocus': index === 0 || undefined,
        })}
        value={value}
        error={error !== null}
        disabled={isDisabled}
        onChange={onChange}
        onComplete={onComplete}
        classNames={{ root: styles.boxes, pinInput: styles.box }}
      />
      {error ? (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
