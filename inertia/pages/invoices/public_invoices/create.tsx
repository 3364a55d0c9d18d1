import { Head } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import bare from '~/kit/form/bare.module.css'
import { PublicInvoiceForm } from './public_invoice_form'
import type { PublicPage } from './public_values'

/** Registers an invoice without an account; once it is in, says by which code it is known. */
export default function RegisterInvoicePublic(page: PublicPage) {
  const [isAnother, setIsAnother] = useState(false)
  if (page.registered === null || isAnother) return <PublicInvoiceForm key={page.registered} page={page} />
  return (
    <>
      <Head title="Factura registrada" />
      <h1 className={bare.title} data-wide>
        Factura registrada
      </h1>
      <p className={bare.lead}>
        Su código es <strong className="num">{page.registered}</strong>. Le hemos enviado un correo con el
        enlace para ver su estado; volveremos a escribirle cuando cambie.
      </p>
      <Button fullWidth variant="default" onClick={() => setIsAnother(true)}>
        Registrar otra factura
      </Button>
    </>
  )
}
