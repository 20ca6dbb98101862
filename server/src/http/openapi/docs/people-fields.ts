// Descriptions of the fields of accounts, sign-ins, users and profiles.
import { inEach } from './in-each.ts'

/** Refers to the call that returns the key, whose description explains the encryption. */
const ENCRYPTED = 'se cifra como explica `GET /connect/password-key`'
const current = (use = 'current-password') => `La contraseña actual, que ${ENCRYPTED}, con \`use\` «${use}».`
const NEW_PASSWORD = `La contraseña nueva, que ${ENCRYPTED}, con \`use\` «new-password».`
const FACTOR_CODE = 'Un código de la aplicación, o uno de recuperación.'
const PASSKEY_ANSWER = 'Lo que respondió el navegador, como lo escribe `PublicKeyCredential.toJSON()`: un texto JSON.'
const PROOF = {
  code: `${FACTOR_CODE} En vez de él, \`passkey\`.`,
  passkey: `La respuesta de una llave de acceso a lo que pide \`provePasskey\`, en vez de un código. ${PASSKEY_ANSWER}`,
}
const CHALLENGE = 'Lo que la llave firma, en base64url; vale cinco minutos y una vez.'
const DESCRIPTOR = {
  id: 'El identificador de la llave, en base64url.',
  type: 'Siempre `public-key`.',
  transports: 'Cómo se comunica la llave con el navegador: `usb`, `internal`, `hybrid`…',
}
const TIMEOUT = 'Cuánto espera el navegador a la persona, en milisegundos.'
const AGENT = 'El navegador o programa, como se presentó (User-Agent)'
const LINK_CODE = 'El código del enlace: lo que sigue al «#» en la dirección del correo.'
const PURPOSE = '`invitation` elige su primera contraseña; `recovery` elige otra.'
const TRIAL = 'La dirección a la que va el navegador.'

const LEVEL = {
  roleId: 'El identificador del nivel de permiso: los da `GET /api/v2/roles/groups`.',
  roleTypeId: 'El tipo de permiso: Vehículos, Etiquetas…',
  level: 'El nivel, desde 1: cada uno incluye los anteriores de su tipo.',
}
const ROLE_IDS = 'Los niveles de permiso, por su `roleId`; cada uno incluye los anteriores de su tipo.'
const PROVIDER = {
  issuer: 'La dirección del proveedor (issuer de OpenID Connect), con https.',
  clientId: 'El identificador de este sistema ante el proveedor.',
  domains: 'Los dominios de correo de la empresa, con los que se reconoce a quien escribe su correo.',
  groupsClaim: 'El dato (claim) del proveedor que tiene los grupos de la persona.',
  groups: 'Qué perfil da cada grupo a un usuario nuevo: el primero de la lista que la persona tenga.',
  'groups.group': 'El grupo, como lo escribe el proveedor.',
  linksByMail: 'Si un usuario que ya existe se enlaza por su correo verificado, sin haber sido invitado.',
  forced: 'Si es la única manera de entrar: con contraseña solo entra la cuenta principal.',
}
const USER_PARTS = {
  user: 'Con qué usuario entra.',
  userInfo: 'Sus datos personales.',
  'userInfo.deviceTokenId': 'De la especificación; siempre null.',
  preset: 'Su perfil.',
  tags: 'Sus etiquetas.',
}

export const PEOPLE_FIELDS: Readonly<Record<string, string>> = {
  'Account.email': 'El correo; null: no tiene.',
  'Account.phone': 'El teléfono; null: no tiene.',
  'Account.customId': 'El identificador que la empresa le da; null: no tiene.',
  'Account.company': 'Su empresa.',
  'Account.company.name': 'El nombre de la empresa.',
  'Account.company.country': 'El país de la empresa: `MX` o `CO`.',
  'Account.profile': 'El nombre de su perfil; sin uno, «Cuenta principal», «Permisos propios» o «Sin roles».',
  'Account.permissions.name': 'El tipo de permiso, con palabras.',
  'Account.permissions.level': 'El nivel más alto que tiene, con palabras.',
  'Account.terms': 'Los términos que aceptó.',
  'Account.secondFactor': 'El segundo factor; null: no se le pide ninguno al entrar.',
  'Account.secondFactor.since': 'Desde cuándo se le pide.',
  'Account.secondFactor.application': 'Si sirven los códigos de una aplicación.',
  'Account.secondFactor.passkeys': 'Sus llaves de acceso, en el orden en que las agregó.',
  'Account.secondFactor.passkeys.passkeyId': 'El identificador de la llave.',
  'Account.secondFactor.passkeys.name': 'El nombre que le dio.',
  'Account.secondFactor.passkeys.fits': 'Si sirve en esta dirección: en otra de la misma consola no vale.',
  'Account.secondFactor.recoveryCodesLeft': 'Cuántos códigos de recuperación no se han usado.',
  'Account.secondFactor.devices': 'Cuántos navegadores entran sin segundo factor, por treinta días.',
  'Account.passkeyOrigin':
    'La dirección (origen) donde se pueden hacer y usar llaves de acceso; null: esta instalación no tiene una ' +
    'que sirva.',
  'Account.factorRequired': 'A quién se le pide un segundo factor.',
  'Account.factorRequired.ofUser': 'Si se le pide a quien pregunta, por su perfil o porque administra usuarios.',
  'Account.factorRequired.ofAdmins': 'Si la empresa lo pide a quienes administran usuarios.',
  'Account.openSessions': 'Cuántas sesiones tiene abiertas.',
  'Account.sessions': 'Las sesiones abiertas, la más reciente primero; cincuenta como máximo.',
  'Account.sessions.sessionId': 'El identificador de la sesión, que no es su token.',
  'Account.sessions.address': 'Desde qué dirección de red empezó; null: se desconoce.',
  'Account.sessions.agent': `${AGENT}; null: se desconoce.`,
  'Account.sessions.current': 'Si es la sesión que pregunta.',
  'Account.signIns': 'Las últimas diez entradas y los últimos diez intentos fallidos, que pueden ser de otra persona.',
  'Account.signIns.at': 'Cuándo fue.',
  'Account.signIns.address': 'Desde qué dirección de red.',
  'Account.signIns.agent': `${AGENT}.`,
  'Account.signIns.succeeded': 'Si entró.',
  'Account.signIns.current': 'Si es la entrada de la sesión que pregunta.',
  'AccountAddPasskeyBody.name': 'Un nombre para reconocer la llave.',
  'AccountAddPasskeyBody.passkey': PASSKEY_ANSWER,
  ...inEach(
    ['AccountBeginFactorBody', 'AccountBeginPasskeyBody', 'AccountChangePasswordBody', 'AccountRemoveFactorBody'],
    { current: current() },
  ),
  'AccountBeginFactorReply.secret': 'El secreto, en base 32, para escribirlo en la aplicación.',
  'AccountBeginFactorReply.uri': 'El mismo como dirección `otpauth://totp/…`, que se muestra como código QR.',
  ...inEach(['AccountChangePasswordBody', 'AccountLinksSetPasswordBody'], { password: NEW_PASSWORD }),
  'AccountConfirmFactorBody.code': 'Un código de la aplicación.',
  'AccountConfirmFactorReply.codes':
    'Diez códigos de recuperación: cada uno vale por el segundo factor una vez, y no se muestran más. Al agregar una ' +
    'llave de acceso, ninguno si ya se tenían.',
  'AccountEndOtherSessionsReply.ended': 'Cuántas sesiones se terminaron.',
  'AccountForgetDevicesReply.forgotten': 'Cuántos equipos se olvidaron.',
  'AccountRemoveFactorBody.passkeyId': 'La llave de acceso que se quita; sin ella, la aplicación.',
  ...inEach(['AccountRemoveFactorBody', 'AccountReplaceRecoveryCodesBody'], PROOF),
  ...inEach(['AccountLinksCheckBody', 'AccountLinksSetPasswordBody'], { code: LINK_CODE }),
  'AccountLinksCheckReply.state':
    '`open` sirve; `expired` venció, `used` ya se usó, `replaced` se envió otro o cambió el usuario, `unknown` ' +
    'no se conoce.',
  'AccountLinksCheckReply.link': 'De quién es; null: no sirve.',
  'AccountLinksCheckReply.link.company': 'El nombre de la empresa.',
  ...inEach(['AccountLinksCheckReply.link', 'UsersSendLinkReply'], { purpose: PURPOSE }),
  'AccountLinksRequestBody.account': 'El nombre de usuario, o el correo.',

  'PasskeyCreation.challenge': CHALLENGE,
  'PasskeyCreation.rp': 'Para quién es la llave.',
  'PasskeyCreation.rp.id': 'El nombre de dominio al que queda ligada.',
  'PasskeyCreation.rp.name': 'El nombre que el navegador muestra.',
  'PasskeyCreation.user': 'De quién es la llave.',
  'PasskeyCreation.user.id': 'Un identificador del usuario, en base64url.',
  ...inEach(['PasskeyCreation.user'], { name: 'El nombre de usuario.', displayName: 'El nombre que se muestra.' }),
  'PasskeyCreation.pubKeyCredParams': 'Los algoritmos que se aceptan, el preferido primero.',
  'PasskeyCreation.pubKeyCredParams.type': DESCRIPTOR.type,
  'PasskeyCreation.pubKeyCredParams.alg': 'El algoritmo, por su número de COSE: -8 EdDSA, -7 ES256, -257 RS256.',
  'PasskeyCreation.excludeCredentials': 'Las llaves que ya tiene, para no hacer otra en el mismo equipo.',
  'PasskeyCreation.authenticatorSelection': 'Cómo debe ser la llave.',
  'PasskeyCreation.authenticatorSelection.residentKey': 'Si la llave guarda de quién es: de preferencia.',
  ...inEach(['PasskeyCreation.authenticatorSelection', 'PasskeyRequest'], {
    userVerification: 'Si la llave pide huella o PIN: de preferencia.',
  }),
  'PasskeyCreation.attestation': 'No se pide certificado de la llave.',
  'PasskeyRequest.challenge': CHALLENGE,
  'PasskeyRequest.rpId': 'El nombre de dominio al que están ligadas.',
  'PasskeyRequest.allowCredentials': 'Las llaves que sirven.',
  ...inEach(['PasskeyCreation.excludeCredentials', 'PasskeyRequest.allowCredentials'], DESCRIPTOR),
  ...inEach(['PasskeyCreation', 'PasskeyRequest'], { timeout: TIMEOUT }),

  'PasswordKey.kty': 'La clase de llave (RFC 8037).',
  'PasswordKey.crv': 'La curva.',
  'PasswordKey.x': 'La llave pública: sus 32 bytes en base64url.',
  'PasswordKey.kid': 'El identificador de la llave, que va en el encabezado de lo cifrado.',

  'IdentityTokenBody.grant_type':
    '`password` con usuario y contraseña; `urn:padron:oauth:grant-type:second-factor` con el segundo factor; ' +
    '`urn:padron:oauth:grant-type:company-sign-in` con el código del proveedor de la empresa.',
  'IdentityTokenBody.username': 'Con `password`, el nombre de usuario completo: `empresa-usuario`.',
  'IdentityTokenBody.password': `Con \`password\`, la contraseña, que ${ENCRYPTED}, con \`use\` «sign-in».`,
  'IdentityTokenBody.device_token':
    'Con `password`, el `device_token` que dio una entrada anterior: entonces no se pide el segundo factor.',
  'IdentityTokenBody.mfa_token': 'Del segundo paso: el `mfa_token` que vino con `mfa_required`.',
  'IdentityTokenBody.otp': `Del segundo paso: un código. ${FACTOR_CODE}`,
  'IdentityTokenBody.passkey': `Del segundo paso, en vez de \`otp\`. ${PASSKEY_ANSWER}`,
  'IdentityTokenBody.remember_device': 'Del segundo paso: `true` para que este equipo entre treinta días sin él.',
  'IdentityTokenBody.code': 'De la entrada con la empresa: el código de un solo uso.',
  'IdentityTokenBody.code_verifier': 'De la entrada con la empresa: aquello de lo que se hizo `challenge` (RFC 7636).',
  'IdentityTokenBody.accepted_terms':
    'De la entrada con la empresa: la versión de los términos que se acepta con ella.',
  'IdentityTokenBody.scope': 'Se responde igual y no cambia los permisos.',
  ...inEach(['IdentityTokenBody', 'IdentityRevocationBody'], {
    client_id: 'El programa que llama, como OAuth 2.0 lo pide; no se exige.',
    client_secret: 'Como OAuth 2.0 lo pide; no se comprueba.',
  }),
  'IdentityRevocationBody.token':
    'El token de una sesión, un token de acceso personal o el secreto de una cuenta de servicio. Uno desconocido se ' +
    'responde igual (RFC 7009).',
  'IdentityRevocationBody.token_type_hint': 'Como RFC 7009 lo pide; no hace falta.',
  'IdentityCompanyStartBody.account': 'El nombre de usuario, el nombre corto de la empresa, o el correo.',
  'IdentityCompanyStartBody.challenge':
    'SHA-256 en base64url del `code_verifier` que se envía después con el código (RFC 7636, S256).',
  'IdentityCompanyStartReply.address': TRIAL,
  'Token.access_token': 'El token de la sesión, que va en Authorization como Bearer.',
  'Token.token_type': 'Siempre `Bearer`.',
  'Token.expires_in': 'Cuántos segundos vale.',
  'Token.scope': 'El `scope` que se envió; vacío: ninguno.',
  'Token.device_token': 'Con `remember_device`: se envía en las siguientes entradas, que no piden segundo factor.',
  'TermsAcceptBody.password': `La contraseña, que ${ENCRYPTED}, con \`use\` «terms».`,

  'SessionUser.sub': 'El mismo que `userId`, como lo nombra OpenID Connect.',
  'SessionUser.name': 'El nombre de usuario.',
  'SessionUser.role': 'Sus permisos, con los que cada uno incluye: uno solo, o una lista.',
  'SessionUser.country': 'El país de la empresa: `MX` o `CO`.',
  'SessionUser.logoURL': 'La dirección del logotipo de la empresa; null: no tiene.',
  'SessionUser.parentId': 'El identificador de la cuenta principal de la empresa; `0`: es ella.',
  'SessionUser.parentName': 'El nombre de la empresa.',
  'SessionUser.demo': 'Si la empresa es de la demostración.',
  'SessionUser.lacksFactor': 'Si se le pide un segundo factor que no tiene: hasta activarlo no puede hacer más.',

  ...inEach(['CompanyProvider', 'CompanySignInSaveBody'], PROVIDER),
  'CompanySignInSaveBody.clientSecret': 'El secreto ante el proveedor; sin él o vacío, el que tiene.',
  'CompanySignInSaveBody.version':
    'La versión que se leyó: si ya es otra, no se cambia nada (409). Sin ella, no había.',
  'CompanySignInAttemptReply.address': TRIAL,
  'CompanySignInReadReply.provider': 'El proveedor de identidad; null: la empresa no tiene uno.',
  'CompanySignInReadReply.redirectUrl': 'La dirección de regreso que se registra con el proveedor.',
  'CompanySignInReadReply.triedAt': 'Cuándo entró por última vez con el proveedor quien pregunta; null: nunca.',
  'CompanyChangeBody.imageB64': 'El logotipo nuevo, .jpeg o .png de hasta 10 MB, en base64.',
  'CompanyChangeBody.imageFormat': 'La extensión del logotipo, con el punto: `.png`.',
  'CompanyChangeBody.removeLogo': 'Si se quita el logotipo.',
  'CompanyChangeBody.adminsNeedFactor': 'Si se pide segundo factor a quienes administran usuarios.',
  'CompanyToken.name': 'Su nombre.',
  'CompanyToken.status': '`active` vigente, `expired` vencido, `revoked` revocado.',
  'CompanyToken.user': 'De quién es.',
  'TokensOfCompanyReply.tokens': 'Los tokens vigentes de los usuarios de la empresa.',
  'ProvisioningIssueReply.token': 'El token, que se da al proveedor. No se muestra otra vez.',
  'ProvisioningReadReply.address': 'La dirección SCIM que se da al proveedor.',
  'ProvisioningReadReply.token': 'El token que tiene el proveedor; null: no administra usuarios.',
  'ProvisioningReadReply.token.madeBy': 'Quién lo creó.',
  'ProvisioningReadReply.token.presetId':
    'El perfil de los usuarios nuevos; null: se eliminó, y no se crea ninguno hasta que haya otro.',
  'ProvisioningReadReply.users': 'Cuántos usuarios administra el proveedor.',

  'Profile.preset': 'El perfil.',
  'Profile.preset.userId': 'El identificador de la cuenta principal, que es la dueña.',
  'Profile.preset.userCount': 'Cuántos usuarios lo tienen.',
  'Profile.preset.editable': 'Si quien pregunta lo puede cambiar: no, si da un nivel que no tiene.',
  'Profile.roles': 'Los niveles de permiso que da, con los que cada uno incluye.',
  'Profile.presetMaxLevels': 'El nivel más alto que da de cada tipo de permiso.',
  ...inEach(['Profile.roles', 'UserRow.roles', 'ProfilesGroupsReply.orderRoles.roles'], {
    roleId: LEVEL.roleId,
    level: LEVEL.level,
  }),
  ...inEach(['Profile.roles', 'UserRow.roles', 'ProfilesGroupsReply.orderRoles', 'Profile.presetMaxLevels'], {
    roleTypeId: LEVEL.roleTypeId,
  }),
  'Profile.presetMaxLevels.level': LEVEL.level,
  'ProfilesListReply.catalogFilter': 'Los perfiles; el primero, con `presetId` 0, es no tener uno.',
  'ProfilesCreateBody.presetName': 'El nombre del perfil, que ningún otro tiene.',
  ...inEach(['ProfilesCreateBody', 'ProfilesEditBody'], { roleIDs: ROLE_IDS }),
  'ProfilesEditBody.preset': 'Cuál es, y cómo queda.',
  'ProfilesGroupsReply.orderRoles': 'Los tipos de permiso.',
  'ProfilesGroupsReply.orderRoles.name': 'El nombre del tipo.',
  'ProfilesGroupsReply.orderRoles.roles': 'Sus niveles, del menor al mayor.',
  'ProfilesGroupsReply.orderRoles.roles.description': 'Lo que permite, con palabras.',
  'ProfilesGroupsReply.orderRoles.maxLevel': 'El nivel de quien pregunta, que es el mayor que puede dar; 0: ninguno.',

  ...inEach(['UserRow', 'NewUser', 'UserChange'], USER_PARTS),
  'UserChange.userInfo': 'Los datos personales que cambian: al menos uno.',
  'NewUser.user.username': 'El nombre de usuario, sin el de la empresa, que se le antepone con un guion.',
  ...inEach(['NewUser.userInfo', 'UserChange.userInfo'], {
    userEmail: 'El correo; vacío: ninguno.',
    userPhone: 'El teléfono, de diez dígitos; vacío: ninguno.',
  }),
  'NewUser.roles': 'De la especificación; vacía: los permisos vienen del perfil.',
  'NewUser.tags': 'Sus etiquetas; sin ellas, ninguna.',
  'UserChange.tags': 'Sus etiquetas: las que no vienen se le quitan.',
  'UserChange.user.username': 'El nombre de usuario, sin el de la empresa, que se le antepone con un guion.',
  'UserRow.user.username': 'El nombre de usuario completo: `empresa-usuario`.',
  'UserRow.user.manageable': 'Si quien pregunta lo puede cambiar: no a sí mismo, ni a quien tiene más permisos.',
  'UserRow.user.isSelf': 'Si es quien pregunta: de sí solo cambia datos personales y etiquetas.',
  'UserRow.user.secondFactor': 'Si se le pide segundo factor al entrar.',
  'UserRow.user.entersBy':
    'Cómo entra: `company` solo con el proveedor de la empresa; o `password`, y con ella `application` o `passkey`.',
  'UserRow.roles': 'Los niveles de permiso que tiene.',
  'UserRow.tags': 'Sus etiquetas; vacía sin el permiso de ver etiquetas.',
  'UserFilter.user': 'Por su usuario.',
  'UserFilter.userInfo': 'Por sus datos personales: cada texto es una parte del dato.',
  'UserFilter.preset': 'Por su perfil.',
  'UserFilter.tags': 'Los que tienen alguna de estas etiquetas.',
  'UsersCreateBody.userClass': 'El usuario.',
  'UsersCreateBody.invite': 'Si se le envía un enlace a su correo para que elija su contraseña; si no, se genera una.',
  'UsersCreateReply.password': 'La contraseña que se generó, que no se muestra otra vez; vacía: se le invitó.',
  'UsersCreateReply.invitedTo': 'A qué correo se envió la invitación; falta donde no se envió.',
  'UsersEditBody.userClassFilter': 'Cuál es.',
  'UsersEditBody.userClassFilter.user': 'El usuario, con la versión que se leyó.',
  'UsersEditBody.userClass': 'Lo que cambia: lo que no viene se queda como está.',
  'UsersEditBody.current': `Solo para cambiar el correo propio. ${current()}`,
  'UsersListBody.userClass': 'El filtro: los usuarios que cumplen todo. Vacío: todos.',
  'UsersListBody.filter_options': 'Qué página y en qué orden.',
  'UsersListBody.filter_options.sortBy': 'Por qué columna se ordena; vacío: por la de siempre.',
  'UsersListReply.users': 'Los usuarios de la página.',
  'UsersListReply.userTotalCount': 'Cuántos hay en todas las páginas.',
  'UsersResetPasswordBody.password': `${NEW_PASSWORD} El usuario que va en ella es el de quien la recibe.`,
  'UsersScopeCountBody.email':
    'El correo del usuario, aunque esté a medias: cuenta los reportes y alertas que van a él.',
  'UsersSendLinkReply.sentTo': 'A qué correo se envió.',
}
