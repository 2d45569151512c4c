export default 'en;Cayman Brac|Cayman Brac;Grand Cayman|Grand Cayman;Little Cayman|Little Cayman';
