import { registerProvider } from '#app/connectors/provider'
import { A, S, SC } from '#app/identity/roles'
import { aeatProvider } from '#app/issuing/aeat/provider'
import { answerPorts } from '#app/issuing/answers'
import { invariants } from '#app/issuing/invariants'
import { followProcesses } from '#app/jobs/process_state'
import { defineArea } from '#app/kernel/area'

/** Documents that companies of the group issue, and their billing records for AEAT (VERI*FACTU). */
export const issuing = defineArea({
  name: 'issuing',
  floor: 9,
  tables: [
    'issuing_settings',
    'issuing_series',
    'issuing_counters',
    'issued_invoices',
    'issued_invoice_lines',
    'issued_invoice_taxes',
    'issued_invoice_rectifications',
    'verifactu_chains',
    'verifactu_records',
    'verifactu_senders',
    'verifactu_submissions',
    'verifactu_deliveries',
    'verifactu_events',
    'issuing_restores',
    'issuing_lost_numbers',
  ],
  invariants,
  documents: [
    {
      type: 'issued_invoice',
      label: 'Factura emitida',
      path: (id) => `/refacturacion-historico/facturas/${id}`,
      number: (id) => `select ii.number from issued_invoices ii where ii.id = ${id}`,
    },
  ],
  menu: {
    'issued-invoices.index': {
      group: 'Refacturación',
      title: 'Facturas Emitidas',
      path: '/refacturacion-historico/facturas',
      icon: 'file-invoice',
      keywords: ['verifactu', 'aeat', 'factura emitida', 'qr'],
      palette: [S, A, SC],
      drawer: [S, A, SC],
      pages: ['issuing/invoices/index', 'issuing/invoices/show'],
    },
  },
  routes: [() => import('#app/issuing/routes')],
  jobs: [
    async () => (await import('#app/issuing/jobs/send_records_job')).sendRecordsJob,
    async () => (await import('#app/issuing/jobs/check_chains_job')).checkChainsJob,
  ],
  refusals: {
    CV001: 'Un documento emitido no se modifica ni se borra: anúlelo o rectifíquelo.',
    CV002: 'La numeración de una serie no admite huecos ni saltos: recargue la página.',
    CV003: 'Un registro de facturación no se modifica ni se borra: se subsana con otro.',
    CV004: 'El registro no sigue al anterior de su cadena: recargue la página.',
    CV005:
      'VERI*FACTU no se cambia así: una empresa en el SII o foral no lo usa, y quien ya ha enviado registros sigue hasta el 31 de diciembre.',
    CV006: 'Las líneas y los impuestos no suman los totales del documento.',
    CV007: 'La AEAT ya ha contestado a ese registro: recargue la página.',
    CV008: 'Se restauró una copia de seguridad: confirme antes el último número de cada serie de la empresa.',
  },
  /** The way to AEAT is a connection like others; the company's page shows how it issues. */
  boot() {
    registerProvider(aeatProvider)
    answerPorts()
    followProcesses({
      restored: async (restore, trx) =>
        (await import('#app/issuing/events/note_restore')).noteRestore(restore, trx),
    })
  },
})
