import { useEffect, useRef, useState } from 'react'
import styles from './form.module.css'

/** The part of a form that a field is in, and how to bring it into view. */
export type FieldPlace = { part: string; open: () => void }

type Props = {
  errors: Record<string, string>
  /** Of a form in parts, where a field is. */
  placeOf?: (field: string) => FieldPlace | null
}

/** Every error of a form in one place, each named by its field, if it has one, and a jump to it. Takes the focus when it appears. */
export function ErrorSummary({ errors, placeOf }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [labels, setLabels] = useState<Record<string, string>>({})
  const names = Object.keys(errors)
  const shown = names.join(' ')
  useEffect(() => {
    if (shown === '') return
    const form = box.current?.closest('form') ?? document
    setLabels(Object.fromEntries(shown.split(' ').map((name) => [name, labelOf(form, name)])))
    box.current?.focus()
  }, [shown])
  if (names.length === 0) return null
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <strong>
        {names.length === 1
          ? 'Hay un error en el formulario'
          : `Hay ${names.length} errores en el formulario`}
      </strong>
      <ul>
        {Object.entries(errors).map(([name, message]) => (
          <li key={name}>
            {name === 'form' || (labels[name] === '' && !placeOf?.(name)) ? (
              message
            ) : (
              <a href={`#field-${name}`} onClick={(event) => jump(event, name, placeOf?.(name) ?? null)}>
                {[placeOf?.(name)?.part, labels[name]].filter(Boolean).join(', ')}
                {placeOf?.(name) || labels[name] ? ': ' : ''}
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What the field is called on the page, without the mark of what must be filled in. */
function labelOf(form: ParentNode, name: string): string {
  const key = CSS.escape(`field-${name}`)
  // A control that opens a list or a calendar carries an id of its own; the label of a radio button is not its question.
  const control = form.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]:not([type="radio"])`)
  const label =
    form.querySelector(`label[for="${key}"], #${CSS.escape(`label-${name}`)}`) ?? control?.labels?.[0]
  return label?.textContent?.replace(/\s*\*$/, '').trim() ?? ''
}

function jump(event: { preventDefault: () => void }, name: string, place: FieldPlace | null) {
  event.preventDefault()
  place?.open()
  // A part that has just been opened draws its fields first.
  requestAnimationFrame(() => {
    document
      .querySelector<HTMLElement>(`[name="${CSS.escape(name)}"], #${CSS.escape(`field-${name}`)}`)
      ?.focus()
  })
}
