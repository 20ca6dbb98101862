// An example of each call's request. A test parses each with the call's schema.
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  'catalogue.list': {
    vehicleClass: { state: { stateId: [19, 9] }, debts: { types: [1], totalFrom: 1000 } },
    pagination: { page: 1, pageSize: 50, sortBy: 'debt', sortFilterOrder: 'desc' },
  },
  'catalogue.bestMatch': { like: 'ABC123' },
  'vehicles.create': {
    vehicleClass: {
      vehicleAsset: {
        plate: 'RKA123B',
        vin: '3N1CN8AE1RL000101',
        customId: 'ECO-1',
        stateId: 19,
        acquisitionReasonId: 1,
      },
      rfc: { rfcName: 'TRANSPORTES EJEMPLO', taxIdentifier: 'AFN160314QX2' },
      brand: { brandName: 'NISSAN' },
      model: { modelName: 'VERSA', year: 2024 },
    },
  },
  'vehicles.edit': { vehicleClass: { vehicleAsset: { vehicleAssetId: 1200, version: 3, customId: 'ECO-7' } } },
  'vehicles.setStatus': { VehicleAssetId: 1200, VehicleStatusId: 3, FromStatusId: 1 },
  'vehicles.bulkPreview': { selection: { ids: [1200, 1201] }, change: { tags: { add: [14] } } },
  'vehicles.bulk': { selection: { ids: [1200, 1201] }, change: { tags: { add: [14] } }, expected: 2 },
  'processing.refreshPreview': { selection: { ids: [1200, 1201] } },
  'processing.refreshMany': { selection: { ids: [1200, 1201] }, expected: 8 },
  'documents.update': { document: { documentId: 310, documentName: 'Póliza 2027', version: 2 } },
  'documents.restore': { documentId: 310 },
  'pending.assign': {
    assignments: [
      {
        kind: 'document',
        vehicleAssetId: 1200,
        ref: '310',
        userId: 42,
        dueOn: '2026-12-15',
        note: 'Renovar antes del puente',
      },
    ],
  },
  'tags.create': { tags: [{ tagCategoryId: 3, tagName: 'reparto' }] },
  'tags.createCategory': { TagCategory: [{ TagCategoryName: 'Ruta', TagColor: 'green' }] },
  'tags.rename': { tagId: 14, tagName: 'reparto norte', expected: 'reparto' },
  'v3.createVehicle': {
    plate: 'RKA123B',
    vin: '3N1CN8AE1RL000101',
    customId: 'ECO-101',
    stateId: 19,
    brandName: 'NISSAN',
    modelName: 'VERSA',
    year: 2024,
  },
  'v3.createVehicles': {
    vehicles: [
      { plate: 'RKA123B', vin: '3N1CN8AE1RL000101', stateId: 19 },
      { plate: 'RKA124B', vin: '3N1CN8AE3RL000102', stateId: 19, tagIds: [7] },
    ],
  },
  'v3.editVehicle': { customId: 'ECO-101', observations: null },
  'v3.editVehicles': {
    vehicles: [
      { vehicleId: 101, version: 3, customId: 'ECO-101' },
      { vehicleId: 102, statusId: 8 },
    ],
  },
  'v3.editWebhook': { isActive: false },
  'v3.createWebhook': {
    name: 'ERP',
    url: 'https://erp.ejemplo.mx/padron',
    events: ['debt.found', 'debt.settled', 'vehicle.updated'],
  },
  'webhooks.create': {
    name: 'ERP',
    url: 'https://erp.ejemplo.mx/padron',
    events: ['debt.found', 'debt.settled', 'vehicle.updated'],
  },
  'serviceAccounts.create': {
    name: 'ERP',
    permissions: ['vehicles_read', 'documents_read'],
    addresses: ['203.0.113.7', '2001:db8:1::/48'],
    days: 366,
  },
  'serviceAccounts.newSecret': { keepFormer: true },
  'tokens.create': { name: 'Sincronización nocturna', permissions: ['vehicles_read'], days: 90 },
  'exports.vehiclesReport': { vehicleClass: { vehicleAsset: { plate: 'RKA' } }, mails: ['flota@ejemplo.mx'] },
}
