import { Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import bare from '~/kit/form/bare.module.css'
import { PublicNoteForm } from './public_note_form'
import type { PublicPage } from './public_values'

/** Sends an expense note in without an account; once it is in, says by which number it is known and where it can be followed. */
export default function SubmitExpenseNotePublic(page: PublicPage) {
  const [isAnother, setIsAnother] = useState(false)
  const { sent } = page
  if (sent === null || isAnother) return <PublicNoteForm key={sent?.number} page={page} />
  return (
    <>
      <Head title="Nota de gastos enviada" />
      <h1 className={bare.title} data-wide>
        Nota de gastos enviada
      </h1>
      <p className={bare.lead}>
        Su número es <strong className="num">{sent.number}</strong>. Le hemos enviado un correo con el enlace
        para ver su estado; volveremos a escribirle cuando cambie.
      </p>
      <div className={bare.stack}>
        {sent.url ? (
          <Button component="a" href={sent.url} fullWidth>
            Ver el estado
          </Button>
        ) : null}
        <Button fullWidth variant="default" onClick={() => setIsAnother(true)}>
          Enviar otra nota
        </Button>
      </div>
    </>
  )
}
