import { useEffect, useRef } from 'react'
import styles from './form.module.css'

type Props = { errors: Record<string, string> }

/** Every error of a form in one place, each a jump to its field. Takes the focus when it appears. */
export function ErrorSummary({ errors }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const entries = Object.entries(errors)
  const count = entries.length
  useEffect(() => {
    if (count > 0) box.current?.focus()
  }, [count])
  if (count === 0) return null
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <strong>
        {count === 1 ? 'Hay un error en el formulario' : `Hay ${count} errores en el formulario`}
      </strong>
      <ul>
        {entries.map(([name, message]) => (
          <li key={name}>
            {name === 'form' ? (
              message
            ) : (
              <a href={`#field-${name}`} onClick={(event) => jump(event, name)}>
                {message}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function jump(event: { preventDefault: () => void }, name: string) {
  const field = document.querySelector<HTMLElement>(
    `[name="${CSS.escape(name)}"], #${CSS.escape(`field-${name}`)}`
  )
  if (!field) return
  event.preventDefault()
  field.focus()
}
