import {
  CredentialsState,
  CredentialsTest,
  DataWarehouse,
  DataWarehouseInput,
  DataWarehousesQuery,
  DatamartConfig,
  DatamartConfigInput,
  NewDataWarehouse,
  NewDataWarehouseQuery,
} from '../../warehouses/warehouse.js';
import { WarehouseCredentials } from '../../warehouses/warehouse-credentials.js';
import {
  ColumnContext,
  Database,
  DatabasesQuery,
  DataWarehouseInfos,
  DisappearedQuery,
  FetchMetadataQuery,
  FetchMetadataRequest,
} from '../../warehouses/warehouse-metadata.js';
import { aDatabase } from '../examples/metadata.examples.js';
import { del, deleted, get, json, one, page, post, put, type Section } from '../operation.js';

const warehouse = '/datawarehouses/:datawarehouse_id';
const config = `/datamarts/:datamart_id${warehouse}/config`;
const aWarehouse = { name: 'Sales', description: 'Orders since 2019', location: 'eu-west-1', engine_type: 'POSTGRES' };
const someCredentials = { host: 'db.example.com', port: 5432, user: 'reader', password: 'a secret', ssl: true };

export const warehouses = {
  tag: 'Data warehouses',
  owner: 'warehouse-metadata',
  description: 'External data warehouses, their metadata, and the datamarts they are linked to.',
  operations: {
    listDataWarehouses: get('/datawarehouses', 'READER', {
      summary: 'List the data warehouses of an organisation',
      query: DataWarehousesQuery,
      answer: page(DataWarehouse, 'A page of data warehouses.'),
    }),
    createDataWarehouse: post('/datawarehouses', 'EDITOR', {
      summary: 'Register a data warehouse',
      description:
        'Without `organisation_id` in query or body, it belongs to an organisation in which the caller may write.',
      query: NewDataWarehouseQuery,
      body: json(NewDataWarehouse, { a_warehouse: { ...aWarehouse, organisation_id: '1' } }),
      answer: one(DataWarehouse, 'The new data warehouse.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'query and body name different organisations' },
    }),
    getDataWarehouse: get(warehouse, 'READER', {
      summary: 'Read a data warehouse',
      answer: one(DataWarehouse, 'The data warehouse.'),
    }),
    updateDataWarehouse: put(warehouse, 'EDITOR', {
      summary: 'Replace a data warehouse',
      description: 'A change of the engine type deletes the credentials.',
      body: json(DataWarehouseInput, { another_name: { ...aWarehouse, name: 'Sales and returns' } }),
      answer: one(DataWarehouse, 'The updated data warehouse.'),
    }),
    deleteDataWarehouse: del(warehouse, 'EDITOR', {
      summary: 'Delete a data warehouse',
      description: 'Deletes its configurations, credentials and metadata.',
      answer: deleted,
    }),
    getDataWarehouseCredentials: get(`${warehouse}/credentials`, 'READER', {
      summary: 'Read whether credentials are set',
      answer: one(CredentialsState, 'Whether credentials are set, and since when. The credentials are never shown.'),
    }),
    putDataWarehouseCredentials: put(`${warehouse}/credentials`, 'EDITOR', {
      summary: 'Set the credentials',
      description: 'The schema depends on the engine type. Credentials are stored encrypted and never shown again.',
      body: json(WarehouseCredentials, { postgres: someCredentials }),
      answer: one(CredentialsState, 'The credentials are set.'),
    }),
    testDataWarehouseCredentials: post(`${warehouse}/credentials/test`, 'EDITOR', {
      summary: 'Try credentials before they are set',
      description: 'Signs in to the engine with them. Nothing is stored, and those that are set stay.',
      body: json(WarehouseCredentials, { postgres: someCredentials }),
      answer: one(CredentialsTest, 'The engine lets them in.', { accepted: true }),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'the engine refuses the credentials, or is in a private network' },
    }),
    getDataWarehouseMetadata: get(`${warehouse}/metadata`, 'READER', {
      summary: 'Read the stored metadata',
      query: DisappearedQuery,
      answer: one(DataWarehouseInfos, 'The tree of databases, schemas, tables and columns.'),
    }),
    refreshDataWarehouseMetadata: post(`${warehouse}/metadata`, 'EDITOR', {
      summary: 'Read the metadata from the engine',
      description:
        'Merges the result into the stored tree and returns the tree, without objects that have disappeared.',
      query: FetchMetadataQuery,
      body: json(FetchMetadataRequest, { stored: { fetch_only: false }, fetched_only: { fetch_only: true } }),
      answer: one(DataWarehouseInfos, 'The tree.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'no credentials are set, or the engine refuses them' },
    }),
    listDataWarehouseDatabases: get(`${warehouse}/databases`, 'READER', {
      summary: 'List the databases of a data warehouse',
      query: DatabasesQuery,
      answer: page(Database.omit({ schemas: true }), 'A page of databases.', aDatabase),
    }),
    getDataWarehouseColumn: get(`${warehouse}/columns/:column_id`, 'READER', {
      summary: 'Read a column with its table, schema and database',
      answer: one(ColumnContext, 'The column.'),
    }),
    getDataWarehouseDatamartConfig: get(config, 'READER', {
      summary: 'Read the link between a datamart and a data warehouse',
      answer: one(DatamartConfig, 'The link.'),
    }),
    putDataWarehouseDatamartConfig: put(config, 'EDITOR', {
      summary: 'Link a data warehouse to a datamart',
      body: json(DatamartConfigInput, {
        a_link: { datamart_id: '1', data_warehouse_id: '1185', working_schema_name: 'tributary' },
      }),
      answer: one(DatamartConfig, 'The updated link.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: 'body and path name different datamarts or data warehouses' },
    }),
    deleteDataWarehouseDatamartConfig: del(config, 'EDITOR', {
      summary: 'Unlink a data warehouse from a datamart',
      answer: deleted,
    }),
  },
} satisfies Section;
