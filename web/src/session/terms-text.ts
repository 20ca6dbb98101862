// The terms in our own words: 14 sections under the specification's headings (bulk §2). A change of substance needs a
// new TERMS_VERSION in the contract, so that everybody must accept again.
export const LAST_REVIEW = 'Última revisión: mayo de 2024'

/** The paragraphs of each section, by its title. */
export const TERMS: Readonly<Record<string, readonly string[]>> = {
  Cuenta: [
    'Para usar la plataforma se necesita una cuenta, que se entrega a una empresa y a las personas que ella ' +
      'designe. Cada persona usa su propio usuario y no comparte su contraseña.',
    'La empresa responde por lo que se haga con sus cuentas y avisa sin demora cuando sospeche que alguien ' +
      'más las usa.',
  ],
  'Acceso por API o servicio web': [
    'El acceso por API o servicio web se rige por estos mismos términos. Las credenciales son de la empresa que ' +
      'las recibe; no se ceden ni se publican, y pueden suspenderse si ponen en riesgo el servicio.',
  ],
  'Licencia de uso propio': [
    'Se concede una licencia limitada, no exclusiva e intransferible para consultar información de los vehículos ' +
      'que la empresa administra, solo para su uso propio.',
    'No se permite revender, publicar ni aprovechar comercialmente la información obtenida.',
  ],
  'Disponibilidad de la información': [
    'La información proviene de entidades públicas que la generan y la publican. La plataforma la consulta y la ' +
      'muestra como la recibe, con su fuente y su fecha; no la crea ni la modifica.',
    'Una fuente puede no estar disponible, cambiar o contener errores. Antes de pagar o decidir, verifique el ' +
      'dato con la entidad que lo emite.',
  ],
  'Límites de uso': [
    'El uso debe ser razonable y corresponder al número de vehículos contratado. No se permite consultar ' +
      'vehículos ajenos a la empresa, automatizar accesos fuera de los medios ofrecidos, ni intentar eludir los ' +
      'controles de la plataforma o de las fuentes.',
  ],
  'Restricciones de los reportes': [
    'Los reportes son para uso interno de la empresa. Quien los recibe los conserva con cuidado, porque contienen ' +
      'datos de vehículos y de sus titulares, y no los altera ni los presenta como documentos oficiales.',
  ],
  Terminación: [
    'La empresa puede dejar de usar la plataforma cuando lo decida. El acceso puede suspenderse o terminarse ante ' +
      'el incumplimiento de estos términos o la falta de pago, con aviso previo cuando sea posible.',
    'Al terminar, la empresa puede pedir una copia de sus datos durante los treinta días siguientes.',
  ],
  Propiedad: [
    'El programa, su diseño y sus marcas pertenecen a su titular. Los datos que la empresa registra siguen siendo ' +
      'de la empresa. Nada en estos términos transfiere la propiedad de unos u otros.',
  ],
  'Límite de responsabilidad': [
    'La responsabilidad por fallas del servicio se limita a la tarifa pagada por el periodo en que no funcionó. ' +
      'No se responde por decisiones tomadas con información que la fuente publicó de manera incorrecta o tardía.',
  ],
  Modificación: [
    'Estos términos pueden cambiar. La versión nueva se muestra al iniciar sesión y debe aceptarse para ' +
      'continuar; hasta entonces se aplica la anterior.',
  ],
  Cesión: [
    'La empresa no puede ceder su cuenta ni sus derechos sin autorización por escrito. El titular de la ' +
      'plataforma puede ceder el contrato a quien continúe el servicio, y lo avisará.',
  ],
  Avisos: [
    'Los avisos se envían al correo registrado en la cuenta o se muestran en la plataforma, y se consideran ' +
      'recibidos el día hábil siguiente. Mantenga su correo al día.',
  ],
  Prelación: [
    'Si existe un contrato firmado entre las partes y alguna de sus cláusulas se opone a estos términos, ' +
      'prevalece el contrato firmado.',
  ],
  Controversias: [
    'Las partes procurarán resolver de buena fe cualquier diferencia. Si no lo logran, se someten a los ' +
      'tribunales competentes del estado de Jalisco, México, y renuncian a cualquier otro fuero.',
  ],
}
