import { checkCollections } from './check-collections.js';

checkCollections(() => ({}));
