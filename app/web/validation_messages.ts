import vine, { SimpleMessagesProvider } from '@vinejs/vine'

/** Spanish words of every validation rule (area 20 §1); a validator may say more for one of its fields. */
const GENERIC = {
  required: 'Este campo es obligatorio.',
  string: 'Introduzca un texto.',
  email: 'Introduzca un correo electrónico válido.',
  number: 'Introduzca un número.',
  boolean: 'El valor seleccionado no es válido.',
  accepted: 'Debe aceptarlo para continuar.',
  'privacy.accepted': 'Debe aceptar la política de privacidad.',
  'privacy.required': 'Debe aceptar la política de privacidad.',
  enum: 'El valor seleccionado no es válido.',
  in: 'El valor seleccionado no es válido.',
  exists: 'El valor seleccionado no es válido.',
  array: 'Seleccione al menos un elemento.',
  'array.minLength': 'Seleccione al menos un elemento.',
  'kinds.array.minLength': 'Seleccione al menos un tipo de documento.',
  notEmpty: 'Seleccione al menos un elemento.',
  minLength: 'Mínimo {{ min }} caracteres.',
  maxLength: 'Máximo {{ max }} caracteres.',
  fixedLength: 'Debe tener {{ size }} caracteres.',
  min: 'El valor mínimo es {{ min }}.',
  max: 'El valor máximo es {{ max }}.',
  range: 'Debe estar entre {{ min }} y {{ max }}.',
  positive: 'Introduzca un importe mayor que cero.',
  withoutDecimals: 'Introduzca un número entero.',
  regex: 'El formato no es válido.',
  date: 'Introduzca una fecha válida.',
  calendarDate: 'Introduzca una fecha válida.',
  amount: 'Introduzca un importe válido.',
  iban: 'El IBAN no es válido.',
  taxId: 'El NIF no es válido: la letra o dígito de control no coincide.',
  url: 'Introduzca una dirección válida.',
  confirmed: 'Los dos valores no coinciden.',
  file: 'Seleccione un archivo.',
  'file.size': 'El archivo supera el tamaño máximo ({{ size }}).',
  'file.extname': 'Formato no admitido.',
}

export function speakSpanish(): void {
  vine.messagesProvider = new SimpleMessagesProvider(GENERIC)
}
